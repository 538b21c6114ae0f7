import type { EncodePlan, MediaColours } from "@shoal/contract/storage";
import { isHdr } from "../probe/colours.ts";
import { HDR_TABLE_FILE } from "./hdr-table.ts";
import type { VideoJob } from "./video-job.ts";

const EXACT = "flags=bicubic+accurate_rnd+bitexact";
/** Colours that all players support. Others become BT.709. */
const KEPT_MATRICES = new Set(["bt709", "smpte170m", "bt470bg"]);
const KEPT_PRIMARIES = new Set(["bt709", "smpte170m", "bt470bg", "smpte432"]);
const KEPT_TRANSFERS = new Set(["bt709", "smpte170m", "iec61966-2-1"]);
const BT709: MediaColours = { matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv" };

const HDR10: MediaColours = { matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv" };

/** The colours of a plan's source; undefined in older plans, whose rungs keep what they are without a word. */
const sourceColours = ({ info: { video } }: Pick<EncodePlan, "info">): MediaColours | undefined =>
  video.colours ?? (video.isHdr ? HDR10 : undefined);

/** The colours of a job's source that become those of its rungs; undefined where they stay what they are. */
export const changedColours = ({ plan, keptRange }: VideoJob): MediaColours | undefined =>
  keptRange ? undefined : sourceColours(plan);

const isWide = ({ primaries, matrix }: MediaColours) =>
  primaries === "bt2020" || !(KEPT_MATRICES.has(matrix) || matrix === "gbr");

/** How the colours of all rungs are meant. They are the source's own where players know them. */
export function rungColours(source: MediaColours): MediaColours {
  if (isHdr(source) || isWide(source) || source.matrix === "gbr") return BT709;
  const { matrix, primaries, transfer } = source;
  const isSd = matrix !== "bt709";
  return {
    matrix,
    primaries: KEPT_PRIMARIES.has(primaries) ? primaries : isSd ? matrix : "bt709",
    transfer: KEPT_TRANSFERS.has(transfer) ? transfer : isSd ? "smpte170m" : "bt709",
    range: "tv",
  };
}

/**
 * Makes the decoded picture's colours those of the rungs, once for all of them. What they are is said first: nothing that comes
 * after looks at the tags of a file, which may change or be missing.
 * @param out where a file of ffmpeg's folder is.
 */
export function colourFilters(source: MediaColours, out: (name: string) => string): string[] {
  const { matrix, primaries, transfer, range } = source;
  const meant = `setparams=colorspace=${matrix}:color_primaries=${primaries}:color_trc=${transfer}:range=${range}`;
  if (isHdr(source)) {
    // Quoted for the list of options, and for the graph: `:` stands between options.
    const table = out(HDR_TABLE_FILE).replaceAll(/[\\':]/g, "\\$&");
    return [
      meant,
      `scale=in_range=${range}:out_range=pc:${EXACT}+full_chroma_int`,
      "format=gbrp10",
      `lut3d=file='${table}':interp=tetrahedral`,
      ...toYuv("yuv420p"),
    ];
  }
  if (matrix === "gbr") return toYuv("yuv444p");
  if (isWide(source)) return [meant, "zscale=matrix=bt709:primaries=bt709:transfer=bt709:range=tv"];
  return [];
}

/** Options of the filter that makes the size of a rung from the source, where its colours are not those of `colourFilters`. */
export const rangeOptions = (source: MediaColours | undefined): string =>
  source?.range === "pc" && !isHdr(source) && !isWide(source) && source.matrix !== "gbr"
    ? ":in_range=pc:out_range=tv"
    : "";

const toYuv = (format: string) => [
  `scale=out_color_matrix=bt709:out_range=tv:${EXACT}+full_chroma_inp`,
  `format=${format}`,
];

/** The tags that players read in the stream itself. */
export const colourTags = ({ matrix, primaries, transfer, range }: MediaColours): string[] => [
  "-colorspace",
  matrix,
  "-color_primaries",
  primaries,

  "-color_trc",
  transfer,
  "-color_range",
  range,
];
