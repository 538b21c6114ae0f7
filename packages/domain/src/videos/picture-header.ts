/** The properties that the first bytes of a picture reveal. */
export interface PictureHeader {
  format: "png" | "jpeg" | "webp" | "gif" | "avif";
  /** The stored size in pixels; null if the header does not contain it. */
  width: number | null;
  height: number | null;
  /** Whether the file contains several images that only an animation decoder shows. */
  isUnreadableAnimation: boolean;
}

/**
 * Parses the header of a supported picture format; undefined for anything else. Decodes nothing, so that a hostile file is rejected before
 * any decoder sees it.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const read of [readPng, readJpeg, readWebp, readGif, readAvif]) {
    const header = read(view);
    if (header) return { isUnreadableAnimation: false, ...header };
  }
  return undefined;
}

type ParsedHeader = Omit<PictureHeader, "isUnreadableAnimation"> & { isUnreadableAnimation?: boolean };

function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return "";
  let text = "";
  for (let index = at; index < at + length; index++) text += String.fromCharCode(view.getUint8(index));
  return text;
}

function readPng(view: DataView): ParsedHeader | undefined {
  if (textAt(view, 0, 8) !== "\x89PNG\r\n\x1a\n" || textAt(view, 12, 4) !== "IHDR" || view.byteLength < 24)
    return undefined;
  return { format: "png", width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): ParsedHeader | undefined {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6)) || view.byteLength < 10) return undefined;
  return { format: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** JPEG frames start with a marker from 0xC0 to 0xCF, except these three markers, which mean something else. */
const NO_FRAME = [0xc4, 0xc8, 0xcc];

function readJpeg(view: DataView): ParsedHeader | undefined {
  if (textAt(view, 0, 3) !== "\xff\xd8\xff") return undefined;
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.includes(marker))
      return { format: "jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return { format: "jpeg", width: null, height: null };
}

function readWebp(view: DataView): ParsedHeader | undefined {
  if (textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WEBP" || view.byteLength < 30)
    return undefined;
  const kind = textAt(view, 12, 4);
  if (kind === "VP8X") {
    const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    const isUnreadableAnimation = (view.getUint8(20) & 0x02) !== 0;
    return { format: "webp", width: uint24(24) + 1, height: uint24(27) + 1, isUnreadableAnimation };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8 ") return undefined;
  return {
    format: "webp",
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  };
}

/** The space for the boxes before the image data: a few hundred bytes in every file seen so far. */
const AVIF_HEAD_BYTES = 4_096;

function readAvif(view: DataView): ParsedHeader | undefined {
  if (textAt(view, 4, 4) !== "ftyp" || view.byteLength < 16) return undefined;
  const brands = textAt(view, 8, Math.min(view.getUint32(0), 256, view.byteLength) - 8);
  if (!/avif|avis/.test(brands)) return undefined;
  const head = textAt(view, 0, Math.min(AVIF_HEAD_BYTES, view.byteLength));
  const at = head.indexOf("ispe");
  if (at < 0 || at + 16 > view.byteLength) return { format: "avif", width: null, height: null };
  return { format: "avif", width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
}
