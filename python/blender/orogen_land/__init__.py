"""A Blender add-on: land of a preset, a share code or a recipe as a mesh that follows its settings."""

# No `from __future__ import annotations`, which turns annotations into texts: Blender needs the properties themselves.
import bpy
import numpy as np
import orogen

TITLES = {name: name.replace("-", " ").capitalize() for name in orogen.PRESETS}
# The list keeps these texts, because Blender keeps no copy of them.
PRESETS = [(name, TITLES[name], sentence) for name, sentence in orogen.PRESETS.items()]
SOURCES = [
    ("preset", "Preset", "The land of a preset"),
    ("code", "Share code", "The land of a share code, which the studio copies with Ctrl+C"),
    ("file", "File", "The land of a recipe, an export or a screenshot"),
]
SHARES = [name.replace(" ", "_") for name in orogen.MATERIALS]
COLOUR = "colour"
WATER_DEPTH = "water_depth"
UPDATE_DELAY_S = 0.05

# Objects whose settings have changed since their meshes were made.
stale: set[str] = set()


def changes_of(text: str) -> dict[str, str]:
    """Read parameters from ``key=value; key=value``."""
    changes = {}
    for part in filter(str.strip, text.split(";")):
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"parameters: `{part.strip()}` is not key=value, such as fractal.gain=0.4")
        changes[key.strip()] = value.strip()
    return changes


def land_of(settings: "LandSettings") -> orogen.Land:
    """Return the land that the settings describe."""
    if settings.source == "code":
        land = orogen.Land.from_code(settings.code.strip())
    elif settings.source == "file":
        land = orogen.Land.open(bpy.path.abspath(settings.file))
    else:
        land = orogen.Land.from_preset(settings.preset)
    if settings.seed:
        land["world.seed"] = settings.seed
    land.update(changes_of(settings.parameters))
    return land


def fill(mesh: bpy.types.Mesh, land: orogen.Land, settings: "LandSettings") -> None:
    """Give a mesh the samples of a square. In Blender, x points east, y north and z up; rows go from north to south."""
    grid = land.grid(area=(settings.x, settings.z, settings.size), size=settings.resolution)
    columns, rows = np.meshgrid(grid.x - settings.x, settings.z - grid.z)
    heights = land.heights(grid, filter=True, sea="clamp" if settings.surface else "bed")
    points = np.stack([columns, rows, heights], axis=-1).astype(np.float32) * np.float32(settings.scale)
    if len(mesh.vertices) != heights.size:
        connect(mesh, settings.resolution)
    mesh.attributes["position"].data.foreach_set("vector", points.ravel())
    shares = land.materials(grid, filter=True)
    for index, name in enumerate(SHARES):
        attribute(mesh, name, "FLOAT").data.foreach_set("value", np.ascontiguousarray(shares[..., index]).ravel())
    depth = land.water(grid, filter=True).depth
    attribute(mesh, WATER_DEPTH, "FLOAT").data.foreach_set("value", depth.ravel())
    colours = np.ones((*heights.shape, 4), np.float32)
    colours[..., :3] = land.colours(grid, filter=True) / np.float32(255)
    attribute(mesh, COLOUR, "BYTE_COLOR").data.foreach_set("color_srgb", colours.ravel())
    mesh.update()


def connect(mesh: bpy.types.Mesh, side: int) -> None:
    """Make the vertices and the squares between them. The vertices have no positions yet."""
    corner = np.arange(side * side, dtype=np.int32).reshape(side, side)
    north_west, north_east, south_west, south_east = corner[:-1, :-1], corner[:-1, 1:], corner[1:, :-1], corner[1:, 1:]
    loops = np.stack([north_west, south_west, south_east, north_east], axis=-1).ravel()
    mesh.clear_geometry()
    mesh.vertices.add(side * side)
    mesh.loops.add(len(loops))
    mesh.polygons.add(len(loops) // 4)
    mesh.loops.foreach_set("vertex_index", loops)
    mesh.polygons.foreach_set("loop_start", np.arange(0, len(loops), 4, dtype=np.int32))
    mesh.update(calc_edges=True)
    mesh.shade_smooth()


def attribute(mesh: bpy.types.Mesh, name: str, kind: str) -> bpy.types.Attribute:
    """Return the attribute of the vertices with this name."""
    return mesh.attributes.get(name) or mesh.attributes.new(name, kind, "POINT")


def ground_material() -> bpy.types.Material:
    """Return the material that shows the colours of the ground."""
    name = "Orogen ground"
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    # Since Blender 5 a material always has nodes.
    if material.node_tree is None:
        material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    colour = nodes.new("ShaderNodeVertexColor")
    colour.layer_name = COLOUR
    surface = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")
    surface.inputs["Roughness"].default_value = 0.9
    links.new(colour.outputs["Color"], surface.inputs["Base Color"])
    return material


def rebuild(thing: bpy.types.Object) -> None:
    """Make an object's mesh again. If the settings give no land, the mesh stays, and a line says why."""
    settings = thing.orogen_land
    try:
        fill(thing.data, land_of(settings), settings)
        settings.problem = ""
    except (ValueError, KeyError, OSError) as error:
        settings.problem = str(error)


def rebuild_stale() -> None:
    """Make the meshes again whose settings have changed."""
    names = sorted(stale)
    stale.clear()
    for name in names:
        thing = bpy.data.objects.get(name)
        if thing is not None:
            rebuild(thing)


def on_change(settings: "LandSettings", _context: bpy.types.Context) -> None:
    """Request a new mesh after a short delay, so that several changes in a row make only one."""
    if settings.is_land and settings.live:
        stale.add(settings.id_data.name)
        if not bpy.app.timers.is_registered(rebuild_stale):
            bpy.app.timers.register(rebuild_stale, first_interval=UPDATE_DELAY_S)


class LandSettings(bpy.types.PropertyGroup):
    """The settings of a land. An object has them, and its mesh follows."""

    is_land: bpy.props.BoolProperty()
    problem: bpy.props.StringProperty()
    source: bpy.props.EnumProperty(name="From", items=SOURCES, update=on_change)
    preset: bpy.props.EnumProperty(name="Preset", items=PRESETS, default="alps", update=on_change)
    code: bpy.props.StringProperty(name="Code", description="A text that begins with orogen1-", update=on_change)
    file: bpy.props.StringProperty(name="File", subtype="FILE_PATH", update=on_change)
    seed: bpy.props.StringProperty(
        name="Seed", description="A number or any text; empty for the land's own", update=on_change
    )
    parameters: bpy.props.StringProperty(
        name="Parameters", description="Changes, such as fractal.gain=0.4; world.sea_level_m=300", update=on_change
    )
    x: bpy.props.FloatProperty(name="East", description="The middle of the square in metres", update=on_change)
    z: bpy.props.FloatProperty(name="South", description="The middle of the square in metres", update=on_change)
    size: bpy.props.FloatProperty(
        name="Size", description="The side of the square in metres", default=8000, min=1, max=1e6, update=on_change
    )
    resolution: bpy.props.IntProperty(
        name="Resolution", description="Vertices on each side", default=513, min=2, max=4097, update=on_change
    )
    scale: bpy.props.FloatProperty(
        name="Scale", description="Units of Blender for a metre", default=0.01, min=1e-4, max=10, update=on_change
    )
    surface: bpy.props.BoolProperty(
        name="Surface of water", description="Under water, the surface in place of the ground", update=on_change
    )
    live: bpy.props.BoolProperty(
        name="Live", description="Make the mesh again at each change", default=True, update=on_change
    )


class AddLand(bpy.types.Operator):
    """Add procedural land"""

    bl_idname = "mesh.orogen_land"
    bl_label = "Orogen Land"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Add the object."""
        thing = bpy.data.objects.new("Land", bpy.data.meshes.new("Land"))
        thing.orogen_land.is_land = True
        context.collection.objects.link(thing)
        thing.data.materials.append(ground_material())
        rebuild(thing)
        bpy.ops.object.select_all(action="DESELECT")
        thing.select_set(True)
        context.view_layer.objects.active = thing
        return {"FINISHED"}


class UpdateLand(bpy.types.Operator):
    """Make the mesh of the land again"""

    bl_idname = "mesh.orogen_land_update"
    bl_label = "Update"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Return true for a land."""
        return context.object is not None and context.object.orogen_land.is_land

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Update the mesh, or report why it cannot be made."""
        rebuild(context.object)
        if context.object.orogen_land.problem:
            self.report({"ERROR"}, context.object.orogen_land.problem)
            return {"CANCELLED"}
        return {"FINISHED"}


class LandPanel(bpy.types.Panel):
    """The settings of a land, in the properties of its mesh."""

    bl_idname = "DATA_PT_orogen_land"
    bl_label = "Orogen Land"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "data"
    poll = UpdateLand.poll

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the settings."""
        settings, layout = context.object.orogen_land, self.layout
        layout.use_property_split = True
        names = ["source", settings.source, "seed", "parameters", "size", "resolution", "x", "z", "scale", "surface"]
        for name in names:
            layout.prop(settings, name)
        row = layout.row()
        row.prop(settings, "live")
        row.operator(UpdateLand.bl_idname)
        if settings.problem:
            layout.label(text=settings.problem, icon="ERROR")


CLASSES = (LandSettings, AddLand, UpdateLand, LandPanel)


def add_to_menu(menu: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entry of the menu Add > Mesh."""
    menu.layout.operator(AddLand.bl_idname, icon="RNDCURVE")


def register() -> None:
    """Switch the add-on on."""
    for kind in CLASSES:
        bpy.utils.register_class(kind)
    bpy.types.Object.orogen_land = bpy.props.PointerProperty(type=LandSettings)
    bpy.types.VIEW3D_MT_mesh_add.append(add_to_menu)


def unregister() -> None:
    """Switch the add-on off."""
    bpy.types.VIEW3D_MT_mesh_add.remove(add_to_menu)
    del bpy.types.Object.orogen_land
    for kind in reversed(CLASSES):
        bpy.utils.unregister_class(kind)
