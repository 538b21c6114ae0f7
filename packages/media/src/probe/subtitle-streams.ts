import type { CaptionKind } from "@shoal/contract";
import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";
import { type FfprobeReport, type FfprobeStream, tagOf } from "./ffprobe-report.ts";

/** The codecs of subtitles that are stored as pictures of their text. */
const BITMAP_CODECS = new Set(["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle", "xsub"]);
/** The codecs that ffmpeg decodes to text. */
const TEXT_CODECS = new Set([
  "subrip",
  "srt",
  "ass",
  "ssa",
  "mov_text",
  "webvtt",
  "text",
  "eia_608",
  "microdvd",
  "mpl2",
  "jacosub",

  "sami",
  "realtext",
  "subviewer",
  "subviewer1",
  "stl",
  "vplayer",
  "pjs",
]);

/** A subtitle stream of a source, by its tags. */
export interface SubtitleStream {
  streamIndex: number;
  codec: string;
  form: "text" | "bitmap" | "other";
  /** The stream's language tag, such as `fre`, or "". */
  language: string;
  title: string;
  kind: CaptionKind;
  isDefault: boolean;
}

/** Lists the subtitle streams of the report, in order. */
export function listSubtitleStreams({ streams = [] }: FfprobeReport): SubtitleStream[] {
  return streams.filter(({ codec_type }) => codec_type === "subtitle").map(describeStream);
}

function describeStream(stream: FfprobeStream): SubtitleStream {
  const { index, codec_name: codec = "", disposition } = stream;
  return {
    streamIndex: index,
    codec: codec || (stream.codec_tag_string ?? ""),
    form: formOf(codec),
    language: tagOf(stream, "language"),
    title: tagOf(stream, "title") || handlerOf(stream),
    kind: kindOf(disposition),
    isDefault: disposition?.default === 1,
  };
}

function formOf(codec: string): SubtitleStream["form"] {
  if (BITMAP_CODECS.has(codec)) return "bitmap";
  return TEXT_CODECS.has(codec) ? "text" : "other";
}

function kindOf(disposition: FfprobeStream["disposition"]): CaptionKind {
  if (disposition?.forced === 1) return "forced";
  return disposition?.hearing_impaired === 1 || disposition?.captions === 1 ? "sdh" : "subtitles";
}

/** Reads a title from the handler name, where some programs write it since MP4 has no track titles. */
function handlerOf(stream: FfprobeStream): string {
  const name = tagOf(stream, "handler_name");
  return /handler|^core media|^gpac|^sub(?:title)?s?$/i.test(name) ? "" : name;
}

/**
 * How a stream is extracted. If `@shoal/domain` parses its format, it stays unchanged, so nothing is lost. Otherwise, ffmpeg
 * converts it.
 */
interface OutputForm {
  format: "ass" | "srt" | "webvtt";
  encoder: "copy" | "subrip" | "webvtt";
}

/** Formats that ffmpeg's conversion to WebVTT would damage: it loses positions and treats drawings as text. */
const UNCONVERTED_FORMATS: Readonly<Record<string, OutputForm>> = {
  ass: { format: "ass", encoder: "copy" },
  ssa: { format: "ass", encoder: "copy" },
  subrip: { format: "srt", encoder: "copy" },
  srt: { format: "srt", encoder: "copy" },
  webvtt: { format: "webvtt", encoder: "copy" },
  mov_text: { format: "srt", encoder: "subrip" },
};

/** The form of all other codecs, such as EIA-608: each line has a position, of which ffmpeg's SubRip keeps the wrong half. */
const OTHER_FORM: OutputForm = { format: "webvtt", encoder: "webvtt" };

const formatOf = ({ codec }: Pick<SubtitleStream, "codec">) => UNCONVERTED_FORMATS[codec] ?? OTHER_FORM;

/** Returns whether a stream is written as an ASS script, rather than as SubRip or WebVTT. */
export const isAssScript = (stream: Pick<SubtitleStream, "codec">) => formatOf(stream).format === "ass";

/** Returns the output file of a stream. */
export const subtitleFile = ({ streamIndex }: Pick<SubtitleStream, "streamIndex">) => `${streamIndex}.txt`;

type WrittenStream = Pick<SubtitleStream, "streamIndex" | "codec">;

/** Writes text streams, each to its own file of at most `maxBytes`. */
export function subtitleArgs(streams: readonly WrittenStream[], maxBytes: number): FfmpegArgs {
  return {
    input: [],
    output: (out) =>
      streams.flatMap((stream) => {
        const { format, encoder } = formatOf(stream);
        return [
          "-map",
          `0:${stream.streamIndex}`,
          "-c:s",
          encoder,
          "-f",
          format,
          "-fs",
          `${maxBytes}`,
          out(subtitleFile(stream)),
        ];
      }),
  };
}
