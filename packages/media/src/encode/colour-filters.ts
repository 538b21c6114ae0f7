import type { EncodePlan, MediaColours } from "@shoal/contract/stored-data";
import { isHdr } from "../probe/colours.ts";
import { HDR_TABLE_FILE } from "./hdr-table.ts";
import type { VideoJob } from "./video-job.ts";

const EXACT_SCALING = "flags=bicubic+accurate_rnd+bitexact";
/** The colours that all players support. Sources with other colours are converted to BT.709. */
const SUPPORTED_MATRICES = new Set(["bt709", "smpte170m", "bt470bg"]);
const SUPPORTED_PRIMARIES = new Set(["bt709", "smpte170m", "bt470bg", "smpte432"]);
const SUPPORTED_TRANSFERS = new Set(["bt709", "smpte170m", "iec61966-2-1"]);
const BT709: MediaColours = { matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv" };

const HDR10: MediaColours = { matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv" };

/** Returns the colours of a plan's source. Returns undefined for older plans, whose rungs have no colour tags. */
const sourceColours = ({ info: { video } }: Pick<EncodePlan, "info">): MediaColours | undefined =>
  video.colours ?? (video.isHdr ? HDR10 : undefined);

/** Returns the source's colours if they are converted for the rungs, and undefined if they stay unchanged. */
export const changedColours = ({ plan, keptRange }: VideoJob): MediaColours | undefined =>
  keptRange ? undefined : sourceColours(plan);

const isWide = ({ primaries, matrix }: MediaColours) =>
  primaries === "bt2020" || !(SUPPORTED_MATRICES.has(matrix) || matrix === "gbr");

/** Returns the colours of all rungs. They are the source's own if players support them. */
export function rungColours(source: MediaColours): MediaColours {
  if (isHdr(source) || isWide(source) || source.matrix === "gbr") return BT709;
  const { matrix, primaries, transfer } = source;
  const isSd = matrix !== "bt709";
  return {
    matrix,
    primaries: SUPPORTED_PRIMARIES.has(primaries) ? primaries : isSd ? matrix : "bt709",
    transfer: SUPPORTED_TRANSFERS.has(transfer) ? transfer : isSd ? "smpte170m" : "bt709",
    range: "tv",
  };
}

/**
 * Converts the decoded frames to the rungs' colours, once for all rungs. The input colours are set explicitly first. Later filters
 * therefore do not depend on the file's tags, which may change or be missing.
 * @param out returns the path of a file in ffmpeg's folder.
 */
export function colourFilters(source: MediaColours, out: (name: string) => string): string[] {
  const { matrix, primaries, transfer, range } = source;
  const meant = `setparams=colorspace=${matrix}:color_primaries=${primaries}:color_trc=${transfer}:range=${range}`;
  if (isHdr(source)) {
    // The name is escaped for the option list and for the graph, since `:` separates options.
    const table = out(HDR_TABLE_FILE).replaceAll(/[\\':]/g, "\\$&");
    return [
      meant,
      `scale=in_range=${range}:out_range=pc:${EXACT_SCALING}+full_chroma_int`,
      "format=gbrp10",
      `lut3d=file='${table}':interp=tetrahedral`,
      ...toYuv("yuv420p"),
    ];
  }
  if (matrix === "gbr") return toYuv("yuv444p");
  if (isWide(source)) return [meant, "zscale=matrix=bt709:primaries=bt709:transfer=bt709:range=tv"];
  return [];
}

/** Returns options of the scaling filter, for sources whose colours `colourFilters` does not convert. */
export const rangeOptions = (source: MediaColours | undefined): string =>
  source?.range === "pc" && !isHdr(source) && !isWide(source) && source.matrix !== "gbr"
    ? ":in_range=pc:out_range=tv"
    : "";

const toYuv = (format: string) => [
  `scale=out_color_matrix=bt709:out_range=tv:${EXACT_SCALING}+full_chroma_inp`,
  `format=${format}`,
];

/** Returns the options that write colour tags into the stream itself. */
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
