import type { CaptionKind } from "@shoal/contract";
import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";
import { type FfprobeReport, type FfprobeStream, tagOf } from "./ffprobe-report.ts";

/** Subtitles that are pictures of their words. */
const BITMAP_CODECS = new Set(["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle", "xsub"]);
/** What ffmpeg decodes to text. */
const TEXT_CODECS = new Set([
  ...["subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text", "eia_608", "microdvd", "mpl2", "jacosub"],
  ...["sami", "realtext", "subviewer", "subviewer1", "stl", "vplayer", "pjs"],
]);

/** A subtitle stream of a source, as its tags say. */
export interface SubtitleStream {
  streamIndex: number;
  codec: string;
  form: "text" | "bitmap" | "other";
  /** As it is written: `fre`, or "". */
  language: string;
  title: string;
  kind: CaptionKind;
  isDefault: boolean;
}

/** Those of the report, in their order. */
export function listSubtitleStreams({ streams = [] }: FfprobeReport): SubtitleStream[] {
  return streams.filter(({ codec_type }) => codec_type === "subtitle").map(describe);
}

function describe(stream: FfprobeStream): SubtitleStream {
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

/** MP4 has no titles of tracks; some programs write one where the name of the writer stands. */
function handlerOf(stream: FfprobeStream): string {
  const name = tagOf(stream, "handler_name");
  return /handler|^core media|^gpac|^sub(?:title)?s?$/i.test(name) ? "" : name;
}

/** The file that a stream is written to. */
export const subtitleFile = (streamIndex: number) => `${streamIndex}.vtt`;

/** Writes text streams as WebVTT, each to a file of its own that ends at `maxBytes`. */
export function subtitleArgs(streamIndexes: readonly number[], maxBytes: number): FfmpegArgs {
  return {
    input: [],
    output: (out) =>
      streamIndexes.flatMap((index) => [
        ...["-map", `0:${index}`, "-c:s", "webvtt", "-f", "webvtt", "-fs", `${maxBytes}`],
        out(subtitleFile(index)),
      ]),
  };
}
