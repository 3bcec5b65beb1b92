//! GDAL's metadata of a band, which is a channel. Tag 42112 holds it as short XML items with a
//! name, a band and a role.

/// The metadata of a band.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BandMetadata {
    /// The factor that turns samples into heights.
    pub scale: Option<f64>,
    /// The offset added after the factor.
    pub offset: Option<f64>,
    /// The unit of the scaled heights.
    pub unit: Option<String>,
}

/// Parses the metadata of the band with a number, counted from 0.
pub(super) fn band(text: &str, number: usize) -> BandMetadata {
    let mut band = BandMetadata::default();
    for item in text.split("<Item").skip(1) {
        let Some((head, rest)) = item.split_once('>') else { continue };
        let value = unescaped(rest.split('<').next().unwrap_or_default().trim());
        let sample = attribute(head, "sample").and_then(|sample| sample.parse::<usize>().ok());
        let role = attribute(head, "role").unwrap_or_default();
        let is_unit = role == "unittype" || attribute(head, "name") == Some("UNITTYPE");
        if sample.is_some_and(|sample| sample != number) {
            continue;
        }
        match role {
            // GDAL ignores these items if they name no band.
            "scale" | "offset" if sample.is_none() => {}
            "scale" => band.scale = value.parse().ok(),
            "offset" => band.offset = value.parse().ok(),
            _ if is_unit && !value.is_empty() => band.unit = Some(value),
            _ => {}
        }
    }
    band
}

/// Returns the value of an attribute of an element.
fn attribute<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.match_indices(name).find_map(|(index, _)| {
        let is_whole = head[..index].ends_with(|c: char| c.is_ascii_whitespace());
        let rest = head[index + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|quote| is_whole && matches!(quote, '"' | '\''))?;
        rest[1..].split(quote).next()
    })
}

fn unescaped(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_selected_by_band_and_role() {
        let text = "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">-100</Item>\n\
            <Item name='SCALE' sample='0' role='scale'>0.1</Item>\n\
            <Item name=\"SCALE\" sample=\"1\" role=\"scale\">7</Item>\n\
            <Item name=\"SCALE\" role=\"scale\">8</Item>\n\
            <Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">&quot;ft&quot;</Item>\n</GDALMetadata>";
        let unit = Some("\"ft\"".to_owned());
        assert_eq!(band(text, 0), BandMetadata { scale: Some(0.1), offset: Some(-100.0), unit });
        assert_eq!(band(text, 1), BandMetadata { scale: Some(7.0), ..BandMetadata::default() });
        for text in ["", "<Item", "<Item sample=>", "<Item role=\"scale\" sample=\"0\">x"] {
            assert_eq!(band(text, 0), BandMetadata::default(), "{text}");
        }
    }
}
