import type { MediaColours } from "@shoal/contract";
import type { FfprobeStream } from "./ffprobe-report.ts";

/** What ffprobe writes where a file does not tell. */
const UNTOLD = new Set(["", "unknown", "unspecified", "reserved", "N/A"]);
const told = (tag: string | undefined) => (tag && !UNTOLD.has(tag) ? tag : undefined);

/** Below so many lines browsers take what is not tagged for BT.601, otherwise for BT.709. */
const HD_LINES = 720;
const RGB_FORMATS = /^(?:x?rgb|x?bgr|argb|abgr|0rgb|0bgr|gbr|pal8|monow|monob)/;
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);

export const isHdr = ({ transfer }: Pick<MediaColours, "transfer">) => HDR_TRANSFERS.has(transfer);

/** Primaries and transfer that belong to a matrix. */
function companions(matrix: string): Pick<MediaColours, "primaries" | "transfer"> {
  if (matrix === "smpte170m") return { primaries: "smpte170m", transfer: "smpte170m" };
  if (matrix === "bt470bg") return { primaries: "bt470bg", transfer: "smpte170m" };
  if (matrix.startsWith("bt2020")) return { primaries: "bt2020", transfer: "bt2020-10" };
  return { primaries: "bt709", transfer: "bt709" };
}

/** The matrix that goes with primaries; undefined where several do. */
const MATRIX_OF: Readonly<Record<string, string>> = {
  bt709: "bt709",
  bt2020: "bt2020nc",
  smpte170m: "smpte170m",
  bt470bg: "bt470bg",
};

/**
 * How the colours of a picture are meant: as it is tagged, else as standards and browsers assume. HDR is of BT.2020; what has no tag
 * at all is of BT.709 from 720 lines on and of BT.601 below.
 */
export function decideColours(stream: FfprobeStream): MediaColours {
  const format = stream.pix_fmt ?? "";
  const range = stream.color_range === "pc" || format.startsWith("yuvj") ? "pc" : "tv";
  const transfer = told(stream.color_transfer);
  const primaries = told(stream.color_primaries);
  if (RGB_FORMATS.test(format))
    return { matrix: "gbr", primaries: primaries ?? "bt709", transfer: transfer ?? "bt709", range: "pc" };
  const usual = isHdr({ transfer: transfer ?? "" })
    ? "bt2020nc"
    : (MATRIX_OF[primaries ?? ""] ?? ((stream.height ?? 0) >= HD_LINES ? "bt709" : "smpte170m"));
  const tagged = told(stream.color_space);
  const matrix = tagged && tagged !== "gbr" ? tagged : usual;
  const others = companions(matrix);
  return {
    matrix,
    primaries: primaries ?? others.primaries,
    transfer: transfer ?? others.transfer,
    range,
  };
}
