//! WGSL code of lands in a compute pass of a driver gives the land's heights.

use orogen::export::code::{self, Language};
use orogen::terrain::Land;
use orogen::terrain::preset::Preset;
use wgpu::util::DeviceExt as _;

/// The compute pass with its input and output.
const PASS: &str = "
struct TestPoint {
    east_m: i32,
    south_m: i32,
    east_fraction_m: f32,
    south_fraction_m: f32,
}

@group(0) @binding(0) var<storage, read> test_points: array<TestPoint>;
@group(0) @binding(1) var<storage, read_write> heights_m: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&test_points) {
        let point = test_points[id.x];
        heights_m[id.x] =
            orogen_height_m(point.east_m, point.south_m, point.east_fraction_m, point.south_fraction_m);
    }
}
";

/// Returns places within 10 m, 10 km and 1,000 km of the origin. Each coordinate is whole metres and
/// a fraction in eighths of a metre.
fn places() -> Vec<[(i32, f32); 2]> {
    let mut state = 1_u64;
    let mut word = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let mut coordinate = |within_m: i64| {
        let whole = i64::from(word()) % (2 * within_m) - within_m;
        (i32::try_from(whole).unwrap(), (word() % 8) as f32 / 8.0)
    };
    let reach_m = [10, 10_000, 1_000_000];
    (0..6000).map(|n| [0, 1].map(|_| coordinate(reach_m[n % 3]))).collect()
}

/// Returns the heights that a driver computes at the places.
async fn compute(text: &str, places: &[[(i32, f32); 2]]) -> Vec<f32> {
    let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapters = instance.enumerate_adapters(backends).await;
    let adapter = adapters.first().expect("a driver, such as a software driver");
    let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await.unwrap();
    let points: Vec<u8> = places
        .iter()
        .flat_map(|[x, z]| {
            [x.0.to_le_bytes(), z.0.to_le_bytes(), x.1.to_le_bytes(), z.1.to_le_bytes()].concat()
        })
        .collect();
    let points = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &points,
        usage: wgpu::BufferUsages::STORAGE,
    });
    let size = 4 * places.len() as u64;
    let buffer = |usage| {
        let mapped_at_creation = false;
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation,
        })
    };
    let heights = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
    let read = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(format!("{text}\n{PASS}").into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[entry(0, &points), entry(1, &heights)],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.dispatch_workgroups(places.len().div_ceil(64) as u32, 1, 1);
    }
    encoder.copy_buffer_to_buffer(&heights, 0, &read, 0, size);
    queue.submit([encoder.finish()]);
    read.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("it can be read"));
    device
        .poll(wgpu::PollType::Wait { submission_index: None, timeout: None })
        .expect("the driver answers");
    let bytes = read.get_mapped_range(..);
    bytes.chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect()
}

fn entry(binding: u32, buffer: &wgpu::Buffer) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }
}

/// Checks that 99.9 % of the heights differ by at most 10⁻⁵ of the land's range.
#[test]
fn a_compute_pass_has_the_lands_heights() {
    let places = places();
    for slug in ["course", "rolling-hills", "alps", "volcano"] {
        let scene = Preset::find(slug).unwrap().scene().unwrap();
        let land = Land::new(&scene.recipe).unwrap();
        let heights: Vec<f64> = places
            .iter()
            .map(|place| {
                let place_m = place.map(|(whole, fraction)| f64::from(whole) + f64::from(fraction));
                land.height_m(place_m, land.spacing_m())
            })
            .collect();
        let range = heights.iter().fold(f64::MIN, |a, b| a.max(*b))
            - heights.iter().fold(f64::MAX, |a, b| a.min(*b));
        let text = code::code(&scene, Language::Wgsl).unwrap();
        let computed = bevy::tasks::block_on(compute(&text, &places));
        assert_eq!(computed.len(), heights.len());
        let is_off = |(a, b): (&f32, &f64)| a.is_nan() || (f64::from(*a) - b).abs() > 1e-5 * range;
        let off = computed.iter().zip(&heights).filter(|pair| is_off(*pair)).count();
        let worst = computed.iter().zip(&heights).map(|(a, b)| (f64::from(*a) - b).abs() / range);
        println!(
            "{slug}: {off} of {} off, worst {:.1e}",
            computed.len(),
            worst.fold(0.0, f64::max)
        );
        assert!(off * 1000 <= computed.len(), "{slug}: {off} of {} are off", computed.len());
    }
}
