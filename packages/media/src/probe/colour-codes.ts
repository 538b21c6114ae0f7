/** The colours of a stream or its container, by ffmpeg's names; undefined if it states none. */
export interface ColourTags {
  isFullRange: boolean;
  primaries: string | undefined;
  transfer: string | undefined;
  matrix: string | undefined;
}

export const UNTAGGED_COLOURS: ColourTags = {
  isFullRange: false,
  primaries: undefined,
  transfer: undefined,
  matrix: undefined,
};

/** ffmpeg's names for the codes of ITU-T H.273. Codes that are missing here are treated as unknown. */
const PRIMARIES: Readonly<Record<number, string>> = {
  1: "bt709",
  5: "bt470bg",
  6: "smpte170m",
  7: "smpte240m",
  9: "bt2020",
  12: "smpte432",
};
const TRANSFERS: Readonly<Record<number, string>> = {
  1: "bt709",
  4: "gamma22",
  5: "gamma28",
  6: "smpte170m",
  7: "smpte240m",
  8: "linear",
  13: "iec61966-2-1",
  14: "bt2020-10",
  15: "bt2020-12",
  16: "smpte2084",
  18: "arib-std-b67",
};
const MATRICES: Readonly<Record<number, string>> = {
  1: "bt709",
  5: "bt470bg",
  6: "smpte170m",
  7: "smpte240m",
  9: "bt2020nc",
};

/** Returns the names for the codes of ITU-T H.273, in the order of H.264 and of the `colr` box of MP4 and QuickTime. */
export const readColourCodes = (primaries: number, transfer: number, matrix: number) => ({
  primaries: PRIMARIES[primaries],
  transfer: TRANSFERS[transfer],
  matrix: MATRICES[matrix],
});

/** Kinds of `colr` boxes with three codes; `nclx`, which MP4 uses, adds a bit for the range. */
const COLOUR_BOX_KINDS = new Set(["nclc", "nclx"]);

/**
 * Reads the body of a `colr` box (ISO/IEC 14496-12, 12.1.5; QuickTime). @returns undefined for ICC profiles, and for data that
 * is too short.
 */
export function readColourBox(body: Buffer): ColourTags | undefined {
  const kind = body.toString("latin1", 0, 4);
  if (!COLOUR_BOX_KINDS.has(kind) || body.length < 10) return undefined;
  const codes = readColourCodes(body.readUInt16BE(4), body.readUInt16BE(6), body.readUInt16BE(8));
  return { isFullRange: kind === "nclx" && ((body[10] ?? 0) & 0x80) !== 0, ...codes };
}
