const UTF32_UNIT_BYTES = 4;
/** The number of bytes that are examined to tell UTF-16 without a byte order mark from single-byte text. */
const SAMPLE_BYTES = 200;

/**
 * Decodes text in any of these encodings: UTF-8, UTF-16 and UTF-32 in both byte orders, with or without a byte order mark (UTF-32
 * requires it), otherwise Windows-1252, which includes Latin-1.
 * @returns the text without its byte order mark.
 */
export function decodeText(bytes: Uint8Array): string {
  return readUnicode(bytes)?.text ?? new TextDecoder("windows-1252").decode(bytes);
}

/** Decodes Unicode text; undefined for bytes in another charset. */
export function readUnicode(bytes: Uint8Array): { text: string; charset: string } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0)
    return { text: readUtf32(bytes, true), charset: "utf-32le" };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff)
    return { text: readUtf32(bytes, false), charset: "utf-32be" };
  if ((a === 0xff && b === 0xfe) || looksLikeUtf16(bytes, 1)) return decodeBytes(bytes, "utf-16le");
  if ((a === 0xfe && b === 0xff) || looksLikeUtf16(bytes, 0)) return decodeBytes(bytes, "utf-16be");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), charset: "utf-8" };
  } catch {
    return undefined;
  }
}

const decodeBytes = (bytes: Uint8Array, charset: string) => ({
  text: new TextDecoder(charset).decode(bytes),
  charset,
});

/** Whether text is UTF-16: times and line breaks are ASCII in any language, so every other byte of them is zero. */
function looksLikeUtf16(bytes: Uint8Array, zerosAt: 0 | 1): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (index: number) => sample.filter((byte, at) => byte === 0 && at % 2 === index).length;
  // Other scripts occasionally have zeros in the other position: U+4E00 is a common word.
  return zeros(zerosAt) > sample.length / 8 && zeros(1 - zerosAt) < zeros(zerosAt) / 4;
}

function readUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = UTF32_UNIT_BYTES; at + UTF32_UNIT_BYTES <= bytes.length; at += UTF32_UNIT_BYTES) {
    const code = view.getUint32(at, isLittleEndian);
    text += code > 0x10_ffff ? "\ufffd" : String.fromCodePoint(code);
  }
  return text;
}
