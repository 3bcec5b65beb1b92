// The workers, each with an instance of the core.

const decoder = new TextDecoder();

export class Crew {
  /** Takes workers, which get the compiled core when its promise resolves. */
  constructor(module, workers) {
    this.waiting = new Map();
    /** Called after each answer. */
    this.onAnswer = null;
    this.next = 1;
    this.members = workers.map((worker) => {
      const member = { worker, tasks: 0, size: 0 };
      worker.onmessage = ({ data }) => this.take(member, data);
      worker.onerror = (event) => console.error(`a worker failed: ${event.message}`);
      return member;
    });
    module.then((core) => this.members.forEach(({ worker }) => worker.postMessage({ module: core })));
  }

  take(member, answer) {
    const { resolve, reject } = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    member.tasks--;
    if (answer.error === undefined) {
      member.size = answer.size;
      resolve(answer);
    } else {
      reject(new Error(answer.error));
    }
    this.onAnswer?.();
  }

  /** Asks a worker by its index. The answer has `bytes`, and `ms`, the time it took. */
  ask(index, request, data) {
    const member = this.members[index];
    const id = this.next++;
    member.tasks++;
    member.worker.postMessage({ id, request, data });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async json(index, request, data) {
    return JSON.parse(decoder.decode((await this.ask(index, request, data)).bytes));
  }

  /** Asks all workers. */
  all(request, data) {
    return Promise.all(this.members.map((_, index) => this.ask(index, request, data)));
  }

  /** The index of the least busy worker. Among equals it is the last, which builds no networks. */
  get idlest() {
    let best = this.members.length - 1;
    this.members.forEach((member, index) => {
      if (member.tasks < this.members[best].tasks) best = index;
    });
    return best;
  }

  /** The memory of all instances in bytes. */
  get size() {
    return this.members.reduce((sum, member) => sum + member.size, 0);
  }
}
