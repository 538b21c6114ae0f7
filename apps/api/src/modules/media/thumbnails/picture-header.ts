import type { UploadedPictureFormat } from "@shoal/contract/jobs";

/** The format and the size that the first bytes of a picture declare. */
export interface PictureHeader {
  format: UploadedPictureFormat;
  width: number;
  height: number;
  isAnimated: boolean;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Whether the segment of a JPEG marker contains the size. A few markers in the range contain tables instead. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads format and size without decoding; undefined unless it is a PNG, JPEG or WebP. */
export function readPictureHeader(bytes: Buffer): PictureHeader | undefined {
  try {
    if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(bytes);
    if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
    if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
      return readWebp(bytes);
  } catch (error) {
    // A RangeError means that the file ends inside its header.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function readPng(bytes: Buffer): PictureHeader | undefined {
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { format: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isAnimated: false };
}

function readJpeg(bytes: Buffer): PictureHeader | undefined {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker))
      return {
        format: "jpeg",
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
        isAnimated: false,
      };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}

function readWebp(bytes: Buffer): PictureHeader | undefined {
  const format = "webp" as const;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return {
        format,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
        isAnimated: false,
      };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { format, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, isAnimated: false };
    }
    case "VP8X":
      return {
        format,
        width: bytes.readUIntLE(24, 3) + 1,
        height: bytes.readUIntLE(27, 3) + 1,
        isAnimated: (bytes.readUInt8(20) & 0x02) !== 0,
      };
    default:
      return undefined;
  }
}
