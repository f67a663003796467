//! An image as PNG, with its physical size.

use crate::paper::Paper;
use crate::raster::Image;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Pixels per inch in print.
const PER_INCH: f64 = 300.0;

/// Micrometres in an inch.
const INCH: f64 = 25_400.0;

/// Effort of the compression; more gains less than a hundredth.
const LEVEL: u8 = 6;

/// The file.
pub(crate) fn write(paper: &Paper) -> Vec<u8> {
    let image = Image::of(paper, PER_INCH / INCH);
    let per_metre = (PER_INCH / INCH * 1e6).round() as u32;
    let mut header = Vec::new();
    header.extend((image.width as u32).to_be_bytes());
    header.extend((image.height as u32).to_be_bytes());
    // Eight bits a channel, red, green and blue, and the only methods of compression, filtering and no interlacing.
    header.extend([8, 2, 0, 0, 0]);
    let mut physical = [per_metre.to_be_bytes(), per_metre.to_be_bytes()].concat();
    // The unit is the metre.
    physical.push(1);

    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"pHYs", &physical);
    chunk(
        &mut file,
        *b"IDAT",
        &compress_to_vec_zlib(&filtered(&image), LEVEL),
    );
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// Rows as differences from the row above, which are mostly zero.
fn filtered(image: &Image) -> Vec<u8> {
    const UP: u8 = 2;
    let length = 3 * image.width;
    let mut above = vec![0; length];
    let mut out = Vec::with_capacity((length + 1) * image.height);
    for row in image.pixels.chunks_exact(length) {
        out.push(UP);
        out.extend(row.iter().zip(&above).map(|(x, up)| x.wrapping_sub(*up)));
        above.copy_from_slice(row);
    }
    out
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let checked = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = checksum(&file[checked..]);
    file.extend(sum.to_be_bytes());
}

/// The cyclic redundancy check of the format (ISO 3309), bit by bit over a table.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    let step = |sum: u32, byte: &u8| TABLE[((sum ^ u32::from(*byte)) & 0xff) as usize] ^ (sum >> 8);
    !bytes.iter().fold(!0, step)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 {
                0xedb8_8320 ^ (sum >> 1)
            } else {
                sum >> 1
            };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Piece;
    use crate::paper::Mark;

    #[test]
    fn another_decoder_reads_the_same_pixels_and_the_size() {
        let outline = vec![
            Piece::Move([1000.0, 1000.0]),
            Piece::Line([9000.0, 1000.0]),
            Piece::Line([9000.0, 4000.0]),
        ];
        let ink = [200, 100, 0];
        let paper = Paper {
            size: [10_000, 5_000],
            marks: vec![Mark::Fill { outline, ink }],
        };
        let file = write(&paper);
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&file))
            .read_info()
            .unwrap();
        let size = reader.info().pixel_dims.unwrap();
        assert_eq!((size.xppu, size.yppu), (11_811, 11_811));
        assert_eq!(size.unit, ::png::Unit::Meter);
        assert_eq!((reader.info().width, reader.info().height), (118, 59));
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert!(pixels == Image::of(&paper, PER_INCH / INCH).pixels);
        assert!(pixels.chunks(3).any(|pixel| pixel == ink));
    }

    #[test]
    fn the_checksum_is_the_one_of_the_standard() {
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }
}
