//! The table of tools and their parameters.

use super::path::MAX_CHARS;
use super::path::MarkPath;
use crate::choices::{ROAD_SURFACES, RoadSurface};
use crate::kinds::kinds;
use crate::param::{Param, ParamField, ParamKind, Stage};

kinds! {
    /// The tools that make marks, in the order of the menus.
    ToolKind: "tool";
    /// A tool with its parameters.
    Tool by kind;

    /// Raises or lowers the land along a stroke.
    Brush = "brush" {
        height_m: f64 = 50.0, Number { min: -4000.0, max: 4000.0, log: false }, "m", Shape, "Height",
            "How far the middle of the stroke is raised; a negative value lowers it.";
        radius_m: f64 = 250.0, Number { min: 1.0, max: 20000.0, log: true }, "m", Shape, "Radius",
            "The distance from the stroke at which it ends.";
        hardness: f64 = 0.0, Number { min: 0.0, max: 0.9, log: false }, "", Shape, "Hardness",
            "The share of the radius over which the stroke has its full height.";
    }
    /// Smooths the land along a stroke.
    Smooth = "smooth" {
        strength: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Strength",
            "The share of the detail that is removed in the middle of the stroke.";
        radius_m: f64 = 250.0, Number { min: 1.0, max: 20000.0, log: true }, "m", Shape, "Radius",
            "The distance from the stroke at which it ends; detail much finer than this is removed.";
        hardness: f64 = 0.0, Number { min: 0.0, max: 0.9, log: false }, "", Shape, "Hardness",
            "The share of the radius over which the stroke has its full strength.";
    }
    /// Levels the land along a stroke to the height of its first point.
    Flatten = "flatten" {
        radius_m: f64 = 60.0, Number { min: 0.0, max: 4000.0, log: false }, "m", Shape, "Radius",
            "The distance from the stroke up to which the land is level.";
        height_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height above the land at the first point; above 0 if it is pinned.";
        pinned: bool = false, Toggle, "", Shape, "Pinned",
            "Counts heights from 0 instead of the land below the mark.";
        cut: f64 = 1.0, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Cut",
            "The slope of the banks that are cut into higher land.";
        fill: f64 = 0.67, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Fill",
            "The slope of the banks that are filled up over lower land.";
        round_m: f64 = 8.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Rounding",
            "The radius of the rounding between the level ground and its banks.";
        reach_m: f64 = 200.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Reach",
            "The width of the banks at most; they fade out over the last fifth.";
    }
    /// Raises a ridge along a path.
    Ridge = "ridge" {
        height_m: f64 = 300.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height above the land at the points of the path; above 0 if it is pinned.";
        pinned: bool = false, Toggle, "", Shape, "Pinned",
            "Counts heights from 0 instead of the land below the mark.";
        slope: f64 = 0.7, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Slope",
            "The slope of the flanks.";
        round_m: f64 = 60.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Rounding",
            "The radius of the rounding of the crest.";
        reach_m: f64 = 900.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Reach",
            "The width of the flanks at most; they fade out over the last fifth.";
        roughness: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Roughness",
            "How much the flanks bulge and draw back along the ridge, so that they have spurs.";
    }
    /// Cuts a valley along a path, whose floor never rises.
    Valley = "valley" {
        height_m: f64 = -120.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height of the floor above the land at the points of the path; above 0 if it is pinned.";
        pinned: bool = false, Toggle, "", Shape, "Pinned",
            "Counts heights from 0 instead of the land below the mark.";
        floor_m: f64 = 40.0, Number { min: 0.0, max: 4000.0, log: false }, "m", Shape, "Floor",
            "The width of the level floor.";
        slope: f64 = 0.4, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Slope",
            "The slope of the sides.";
        round_m: f64 = 60.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Rounding",
            "The radius of the rounding between the floor and the sides.";
        reach_m: f64 = 700.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Reach",
            "The width of the sides at most; they fade out over the last fifth.";
        roughness: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Roughness",
            "How much the sides bulge and draw back along the valley, so that they have spurs.";
    }
    /// Lays a road along a path, whose grade has a limit.
    Road = "road" {
        width_m: f64 = 8.0, Number { min: 1.0, max: 400.0, log: true }, "m", Shape, "Width",
            "The width of the road.";
        height_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height above the land at the points of the path; above 0 if it is pinned.";
        pinned: bool = false, Toggle, "", Shape, "Pinned",
            "Counts heights from 0 instead of the land below the mark.";
        grade: f64 = 0.08, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Grade",
            "The steepest slope along the road.";
        cut: f64 = 1.0, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Cut",
            "The slope of the banks that are cut into higher land.";
        fill: f64 = 0.67, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Fill",
            "The slope of the banks that are filled up over lower land.";
        round_m: f64 = 1.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Rounding",
            "The radius of the rounding between the road and its banks.";
        reach_m: f64 = 120.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Reach",
            "The width of the banks at most; they fade out over the last fifth.";
        surface: RoadSurface = RoadSurface::Gravel, Choice(ROAD_SURFACES), "", Shape, "Surface",
            "The surface that is drawn on the road and exported with it.";
    }
    /// Lays a river along a path. Its bed and its water never rise.
    River = "river" {
        width_m: f64 = 12.0, Number { min: 1.0, max: 400.0, log: true }, "m", Shape, "Width",
            "The width of the bed; the water is a little wider.";
        height_m: f64 = -3.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height of the bed above the land at the points of the path; above 0 if it is pinned.";
        pinned: bool = false, Toggle, "", Shape, "Pinned",
            "Counts heights from 0 instead of the land below the mark.";
        cut: f64 = 0.5, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Cut",
            "The slope of the banks.";
        fill: f64 = 0.05, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Fill",
            "The slope of the ground that is filled up where the bed lies above the land.";
        round_m: f64 = 1.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Rounding",
            "The radius of the rounding between the bed and its banks.";
        reach_m: f64 = 120.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Reach",
            "The width of the banks at most; they fade out over the last fifth.";
        joins: bool = false, Toggle, "", Shape, "Joins rivers",
            "Makes the river a part of the network of rivers, which drains to it.";
    }
    /// Lays a lake, whose shore is bounded by a path that is closed. A rim holds it.
    Lake = "lake" {
        height_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height of the water above the land at the first point; above 0 if it is pinned.";
        pinned: bool = false, Toggle, "", Shape, "Pinned",
            "Counts heights from 0 instead of the land below the mark.";
        depth_m: f64 = 8.0, Number { min: 0.0, max: 500.0, log: false }, "m", Shape, "Depth",
            "The depth of the water where the bed is dug.";
        shore: f64 = 0.2, Number { min: 0.02, max: 2.0, log: true }, "", Shape, "Shore",
            "The slope of the bed along the shore.";
        rim_m: f64 = 1.0, Number { min: 0.0, max: 100.0, log: false }, "m", Shape, "Rim",
            "The height of the rim above the water.";
        fill: f64 = 0.5, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Fill",
            "The slope of the dam where the rim lies above the land.";
        cut: f64 = 1.0, Number { min: 0.05, max: 4.0, log: true }, "", Shape, "Cut",
            "The slope of the banks that are cut into land above the rim.";
        reach_m: f64 = 120.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Reach",
            "The width of the dam and the banks at most; they fade out over the last fifth.";
        crest_m: f64 = 0.0, Number { min: 0.0, max: 400.0, log: false }, "m", Shape, "Crest",
            "The width of the level top of the rim, which is wider where samples are too coarse for it.";
        rounded: bool = false, Toggle, "", Shape, "Rounded",
            "Draws the shore as a smooth curve instead of straight lines between the points.";
        joins: bool = false, Toggle, "", Shape, "Joins rivers",
            "Makes the lake a part of the network of rivers, which fills and drains it.";
    }
}

/// A mark: a tool with the path along which the user moved it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The permanent number of the mark in its layer, from 1 up.
    pub id: u32,
    /// True if the mark is on.
    pub on: bool,
    /// The tool.
    pub tool: Tool,
    /// The path.
    pub path: MarkPath,
}

impl Mark {
    /// Creates a mark that is on, with the defaults of a tool.
    pub fn new(id: u32, kind: ToolKind, path: MarkPath) -> Self {
        Self { id, on: true, tool: Tool::new(kind), path }
    }

    /// The table of the parameters that all tools share.
    pub fn head_params() -> &'static [Param<Self>] {
        HEAD
    }

    /// The width of the mark and its banks, in metres.
    pub fn size_m(&self) -> f64 {
        2.0 * self.tool.reach_m()
    }

    /// Returns true if the mark has an effect and holds water.
    pub fn has_water(&self) -> bool {
        matches!(self.tool, Tool::River(_) | Tool::Lake(_)) && self.has_effect()
    }

    /// Returns true if the mark is on and may change the land.
    pub fn has_effect(&self) -> bool {
        let has_strength = match &self.tool {
            Tool::Brush(brush) => brush.height_m != 0.0,
            Tool::Smooth(smooth) => smooth.strength > 0.0,
            Tool::Lake(_) => self.path.len() > 2,
            _ => true,
        };
        self.on && has_strength && !self.path.is_empty()
    }
}

const HEAD: &[Param<Mark>] = &[
    Param {
        key: "mark.on",
        label: "On",
        kind: ParamKind::Toggle,
        unit: "",
        stage: Stage::Shape,
        doc: "Switches the mark on or off.",
        get: |mark| ParamField::to_value(&mark.on),
        put: |mark, value| ParamField::from_value(value).map(|on| mark.on = on),
    },
    Param {
        key: "mark.path",
        label: "Path",
        kind: ParamKind::Text { max_chars: MAX_CHARS },
        unit: "",
        stage: Stage::Shape,
        doc: "The points of the path: the first east and south of the origin, then the step to each next point.",
        get: |mark| ParamField::to_value(&mark.path),
        put: |mark, value| ParamField::from_value(value).map(|path| mark.path = path),
    },
];
