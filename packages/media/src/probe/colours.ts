import type { MediaColours } from "@shoal/contract/stored-data";
import { type ColourTags, UNTAGGED_COLOURS } from "./colour-codes.ts";
import type { FfprobeStream } from "./ffprobe-report.ts";

/** The values with which ffprobe reports unknown colours. */
const UNSPECIFIED_TAGS = new Set(["", "unknown", "unspecified", "reserved", "N/A"]);
const specifiedTag = (tag: string | undefined) => (tag && !UNSPECIFIED_TAGS.has(tag) ? tag : undefined);

/** The number of lines below which browsers treat untagged video as BT.601, otherwise as BT.709. */
const HD_LINES = 720;
const RGB_FORMATS = /^(?:x?rgb|x?bgr|argb|abgr|0rgb|0bgr|gbr|pal8|monow|monob)/;
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);

export const isHdr = ({ transfer }: Pick<MediaColours, "transfer">) => HDR_TRANSFERS.has(transfer);

/**
 * Returns the primaries and transfer that belong to a matrix. `bt470bg` means BT.601 in general: JPEG and programs write it for
 * pictures of any origin. Converting from PAL primaries would turn a green of 40, 200, 40 into 0, 200, 46.
 */
function matchingTags(matrix: string): Pick<MediaColours, "primaries" | "transfer"> {
  if (matrix === "smpte170m") return { primaries: "smpte170m", transfer: "smpte170m" };
  if (matrix.startsWith("bt2020")) return { primaries: "bt2020", transfer: "bt2020-10" };
  return { primaries: "bt709", transfer: "bt709" };
}

/** The matrix that belongs to the primaries. It is undefined if several matrices do. */
const MATRIX_OF: Readonly<Record<string, string>> = {
  bt709: "bt709",
  bt2020: "bt2020nc",
  smpte170m: "smpte170m",
  bt470bg: "bt470bg",
};

const usualMatrix = (lines: number) => (lines >= HD_LINES ? "bt709" : "smpte170m");

/** The colours of JPEG, which full range without other tags means: BT.601 and sRGB, at any size. */
const JPEG_COLOURS: MediaColours = {
  matrix: "smpte170m",
  primaries: "bt709",
  transfer: "iec61966-2-1",
  range: "pc",
};

/**
 * Returns the colours as Chromium interprets H.264: by its tags if all three exist, otherwise only by its height.
 * @param lines the height of the coded frame, in pixels.
 */
export function coloursInBrowsers(
  { isFullRange, primaries, transfer, matrix }: ColourTags,
  lines: number,
): MediaColours {
  if (primaries && transfer && matrix)
    return {
      matrix,
      primaries,
      transfer,
      range: isFullRange ? "pc" : "tv",
    };
  if (isFullRange && !primaries && !transfer && !matrix) return JPEG_COLOURS;
  const usual = usualMatrix(lines);
  return { matrix: usual, ...matchingTags(usual), range: "tv" };
}

/**
 * The values that Chromium treats as equal: one matrix under two names, primaries that it does not convert, transfer curves that it treats
 * as its own.
 */
const EQUIVALENT_VALUES: Readonly<Record<"matrix" | "primaries" | "transfer", ReadonlySet<string>>> = {
  matrix: new Set(["smpte170m", "bt470bg"]),
  primaries: new Set(["bt709", "smpte170m"]),
  transfer: new Set(["bt709", "smpte170m", "iec61966-2-1"]),
};

/** Returns whether browsers show two colours equally, regardless of their range. */
export const looksAlike = (one: MediaColours, other: MediaColours): boolean =>
  (["matrix", "primaries", "transfer"] as const).every(
    (part) =>
      one[part] === other[part] ||
      (EQUIVALENT_VALUES[part].has(one[part]) && EQUIVALENT_VALUES[part].has(other[part])),
  );

/**
 * Decides the intended colours of a video. They are those of its tags, or else those that standards and browsers assume. HDR has
 * BT.2020. Without any tag, a video has BT.709 from 720 lines and BT.601 below.
 * @param container tags of the file, used if the stream has none.
 */
export function decideColours(stream: FfprobeStream, container: ColourTags = UNTAGGED_COLOURS): MediaColours {
  const format = stream.pix_fmt ?? "";
  const range = stream.color_range === "pc" || format.startsWith("yuvj") ? "pc" : "tv";
  const transfer = specifiedTag(stream.color_transfer) ?? container.transfer;
  const primaries = specifiedTag(stream.color_primaries) ?? container.primaries;
  if (RGB_FORMATS.test(format))
    return { matrix: "gbr", primaries: primaries ?? "bt709", transfer: transfer ?? "bt709", range: "pc" };
  const tagged = specifiedTag(stream.color_space) ?? container.matrix;
  if (range === "pc" && !tagged && !primaries && !transfer) return JPEG_COLOURS;
  const usual = isHdr({ transfer: transfer ?? "" })
    ? "bt2020nc"
    : (MATRIX_OF[primaries ?? ""] ?? usualMatrix(stream.height ?? 0));
  const matrix = tagged && tagged !== "gbr" ? tagged : usual;
  const others = matchingTags(matrix);
  return {
    matrix,
    primaries: primaries ?? others.primaries,
    transfer: transfer ?? others.transfer,
    range,
  };
}
