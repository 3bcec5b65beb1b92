//! `orogen texture`: draws the library's noises.

use super::error::{Error, suggestion};
use super::flag::{self, parse_finite, require};
use super::noise_args::{NOISE_KEYS, file_of};
use super::output::{self, OverwriteArgs};
use super::plot1d::{self, PlotSpan};
use crate::export::embed::program_text;
use crate::export::file_error::reason;
use crate::export::picture::Picture;
use crate::export::{OutputKind, ProtectedFiles, atomic};
use crate::noise::NoiseSpec;
use crate::noise::texture::{self, PlaneView, Shader, Texture, TextureParameter};
use crate::text::sanitise;
use std::path::{Path, PathBuf};

/// Writes a texture as a PNG image.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct TextureArgs {
    /// The texture (listed below), or `all` for every one.
    name: String,
    /// The PNG file to write; for `all` a folder, which will contain NAME.png for every texture.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "512x512", allow_hyphen_values = true,
        value_parser = parse_size)]
    size: (usize, usize),
    /// Units of noise from the left edge to the right; the default depends on the texture.
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = parse_scale)]
    scale: Option<f64>,
    /// Shifts the view by this many units to the right and up.
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true,
        value_parser = parse_offset)]
    offset: [f64; 2],
    /// Changes the noise or a number of the texture; may be repeated. If two settings have the same
    /// key, the later one wins.
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true,
        value_parser = flag::setting("seed=7"))]
    set: Vec<(String, String)>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// The name that selects all textures, and the name of the 1D plot.
const ALL: &str = "all";
const PLOT: &str = "plot1d";

/// The limits of a picture's sides and of its area, in pixels.
const MAX_SIDE: usize = 16_384;
const MAX_PIXELS: usize = 1 << 26;

/// The largest width of a picture and the largest offset, in units of noise.
const MAX_SCALE: f64 = 1e6;
const MAX_OFFSET: f64 = 1e12;

fn names() -> impl Iterator<Item = &'static str> + Clone {
    texture::names().chain([PLOT])
}

fn after_help() -> String {
    let mut help = String::from("Textures:\n");
    for texture in texture::names().filter_map(texture::find) {
        help += &format!("  {:<20} {}\n", texture.name, texture.doc);
        for number in texture.numbers {
            let TextureParameter { name, default, low, high, doc } = number;
            help += &format!("  {:<20}   --set {name}=…  {doc} {low} to {high} [{default}]\n", "");
        }
    }
    help += &format!(
        "  {PLOT:<16} 1D noise at four frequencies, and the fBm that they sum to, as curves.\n"
    );
    help += "\nKeys of --set for every texture, as in `orogen sample --help`:\n  ";
    help += &NOISE_KEYS.iter().map(|key| key.name).collect::<Vec<_>>().join(" ");
    help += "\n\nExamples:\n  orogen texture marble --out marble.png --size 1024x1024";
    help += "\n  orogen texture fbm --set octaves=3 --scale 4 --out fbm.png";
    help += "\n  orogen texture all --out textures";
    help
}

/// Runs the command.
///
/// # Errors
/// The error is one line. An invalid option leaves all files as they are.
pub fn run(args: TextureArgs) -> Result<(), Error> {
    let files = args.set.iter().filter_map(|(key, value)| file_of(key, value.trim()));
    let protected = args.overwrite.protect(files);
    if args.name == ALL {
        return write_all(&args, &protected);
    }
    let mut job = TextureJob::new(&args.name)?;
    for (key, value) in &args.set {
        job.set(key, value)?;
    }
    output::check(&protected, &args.out, OutputKind::Picture)?;
    job.write(&args, &args.out)
}

/// Writes every texture into a folder. If only the last folder of the path is missing, it is
/// created.
fn write_all(args: &TextureArgs, protected: &ProtectedFiles) -> Result<(), Error> {
    let out = &args.out;
    let folder = out.display();
    if out.is_file()
        || (!out.exists()
            && out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")))
    {
        return Err(Error(format!(
            "--out {folder}: `all` writes one file per texture; name a folder"
        )));
    }
    // Check everything before writing: every setting must apply to at least one texture, and its
    // value must be valid for all of them.
    let mut jobs = names().map(TextureJob::new).collect::<Result<Vec<_>, _>>()?;
    for (key, value) in &args.set {
        if !jobs.iter().any(|job| job.knows(key)) {
            return Err(unknown_key(
                key,
                "any texture",
                jobs.iter().flat_map(TextureJob::declared_keys),
            ));
        }
        for job in jobs.iter_mut().filter(|job| job.knows(key)) {
            job.set(key, value)?;
        }
    }
    for job in &jobs {
        job.check(args)?;
    }
    if !out.is_dir() {
        let fail = |error| Error(format!("cannot make the folder `{folder}`: {}", reason(&error)));
        std::fs::create_dir(out).map_err(fail)?;
    }
    let path = |job: &TextureJob| out.join(format!("{}.png", job.name));
    jobs.iter().try_for_each(|job| output::check(protected, &path(job), OutputKind::Picture))?;
    jobs.iter().try_for_each(|job| job.write(args, &path(job)))
}

/// A picture to draw.
struct TextureJob {
    name: &'static str,
    spec: NoiseSpec,
    /// The texture. `None` for the 1D plot.
    texture: Option<Texture>,
    /// The values of the texture's numbers, in their order.
    numbers: Vec<f64>,
}

impl TextureJob {
    fn new(name: &str) -> Result<Self, Error> {
        if name == PLOT {
            return Ok(Self {
                name: PLOT,
                spec: plot1d::default_spec(),
                texture: None,
                numbers: Vec::new(),
            });
        }
        let texture = texture::find(name).ok_or_else(|| {
            let names: Vec<_> = [ALL].into_iter().chain(names()).collect();
            let (hint, name) = (suggestion(name, &names), sanitise(name));
            Error(format!("there is no texture `{name}`{hint}; one of: {}", names.join(" ")))
        })?;
        let (name, spec, numbers) = (texture.name, texture.spec.clone(), texture.default_numbers());
        Ok(Self { name, spec, texture: Some(texture), numbers })
    }

    /// The numbers that this texture declares.
    fn declared_numbers(&self) -> &'static [TextureParameter] {
        self.texture.as_ref().map_or(&[], |texture| texture.numbers)
    }

    fn declared_keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.declared_numbers().iter().map(|number| number.name)
    }

    fn knows(&self, key: &str) -> bool {
        self.declared_keys().any(|declared| declared == key)
            || NOISE_KEYS.iter().any(|row| row.name == key)
    }

    /// Applies one setting.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let fail =
            |error: Error| Error(format!("--set {}: {error}", sanitise(&format!("{key}={value}"))));
        if let Some(index) = self.declared_keys().position(|declared| declared == key) {
            let TextureParameter { low, high, .. } = self.declared_numbers()[index];
            let given = parse_finite(value).map_err(fail)?;
            if !(low..=high).contains(&given) {
                return Err(fail(Error(format!("{key} must be {low} to {high}"))));
            }
            self.numbers[index] = given;
            return Ok(());
        }
        match NOISE_KEYS.iter().find(|row| row.name == key) {
            Some(row) => {
                row.read(value).map_err(fail)?(&mut self.spec);
                Ok(())
            }
            None => Err(unknown_key(key, self.name, self.declared_keys())),
        }
    }

    /// Returns the errors that [`TextureJob::write`] would return, without drawing.
    fn check(&self, args: &TextureArgs) -> Result<(), Error> {
        match &self.texture {
            Some(texture) => self.shader(texture).map(|_| ()),
            None => self.plot_span(args).and_then(|_| plot1d::noise(&self.spec)).map(|_| ()),
        }
    }

    fn shader(&self, texture: &Texture) -> Result<Shader, Error> {
        let shader = texture.shader(&self.spec, &self.numbers);
        shader.map_err(|error| Error(format!("texture {}: {error}", self.name)))
    }

    fn plot_span(&self, args: &TextureArgs) -> Result<PlotSpan, Error> {
        let half = args.scale.unwrap_or(plot1d::DEFAULT_SPAN) / 2.0;
        PlotSpan::new(args.offset[0] - half, args.offset[0] + half)
    }

    fn write(&self, args: &TextureArgs, out: &Path) -> Result<(), Error> {
        let (width, height) = args.size;
        let picture = match &self.texture {
            Some(texture) => {
                let [x, y] = texture.centre;
                let span = args.scale.unwrap_or(texture.span);
                let view = PlaneView {
                    width,
                    height,
                    span,
                    centre: [x + args.offset[0], y + args.offset[1]],
                };
                texture::render(&self.shader(texture)?, texture.sharp, &view)
            }
            None => plot1d::draw(&plot1d::noise(&self.spec)?, self.plot_span(args)?, args.size),
        };
        let picture = Picture {
            // Sides are at most MAX_SIDE.
            size: [width as u32, height as u32],
            rgb: &picture,
            texts: vec![program_text()],
            is_tagged_srgb: false,
        };
        Ok(atomic::write(out, |file| Ok(picture.write_png(file)?))?)
    }
}

fn unknown_key(key: &str, what: &str, declared: impl Iterator<Item = &'static str>) -> Error {
    let keys: Vec<_> = declared.chain(NOISE_KEYS.iter().map(|row| row.name)).collect();
    let hint = suggestion(key, &keys);
    Error(format!(
        "--set {}: {what} has no such key{hint}; one of: {}",
        sanitise(key),
        keys.join(" ")
    ))
}

fn parse_size(text: &str) -> Result<(usize, usize), Error> {
    let is_side = |side: &usize| (1..=MAX_SIDE).contains(side);
    let sides = flag::parse_pair(text, 'x').filter(|sides| sides.iter().all(is_side));
    let sides = sides.filter(|[width, height]| width * height <= MAX_PIXELS);
    let megapixels = MAX_PIXELS >> 20;
    let allowed = format!("sides of 1 to {MAX_SIDE} and at most {megapixels} megapixels");
    let [width, height] = require(sides, format!("give WxH, such as 512x512, with {allowed}"))?;
    Ok((width, height))
}

fn parse_scale(text: &str) -> Result<f64, Error> {
    let scale = parse_finite(text).ok().filter(|scale| *scale > 0.0 && *scale <= MAX_SCALE);
    require(scale, format!("give the width in units of noise, above 0 and at most {MAX_SCALE:e}"))
}

fn parse_offset(text: &str) -> Result<[f64; 2], Error> {
    let is_near = |x: &f64| x.abs() <= MAX_OFFSET;
    let offset = flag::parse_pair(text, ',').filter(|offset| offset.iter().all(is_near));
    let numbers = format!("two numbers from -{MAX_OFFSET:e} to {MAX_OFFSET:e}");
    require(offset, format!("give X,Y, {numbers}, such as 10,-3.5"))
}

#[cfg(test)]
mod tests;
