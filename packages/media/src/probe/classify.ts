import { FfmpegError } from "../ffmpeg/ffmpeg-error.ts";
import { MAX_PIXELS } from "../ffmpeg/limits.ts";
import { containsAllWords } from "../ffmpeg/mentions.ts";
import {
  type FfprobeReport,
  type FfprobeStream,
  findVideoStream,
  listAudioStreams,
} from "./ffprobe-report.ts";
import { MediaFault } from "./media-fault.ts";

/** Converts ffprobe's failure to open a file into an error for the file's owner. Returns other errors unchanged. */
export function faultOfProbe(error: unknown): unknown {
  if (!(error instanceof FfmpegError)) return error;
  const { stderrTail } = error;
  // ffmpeg reports too many streams as a lack of memory, which would be retried.
  if (/max_streams|too many streams/i.test(stderrTail))
    return new MediaFault("too_many_streams", "The file has too many streams");
  if (error.retryable || error.reason === "time_limit") return error;
  if (
    containsAllWords(stderrTail, "not on whitelist") ||
    containsAllWords(stderrTail, "Format ", " not allowed")
  )
    return new MediaFault("not_a_video", "The file is no video container");
  if (/moov atom not found|Truncating|truncated|End of file/i.test(stderrTail))
    return new MediaFault("truncated_file", "The file ends before its index");
  if (error.reason === "too_large_picture") return new MediaFault("too_large_picture", "More than 8K");
  return new MediaFault("not_a_video", stderrTail.split("\n").at(-1) ?? "");
}

const MAX_AUDIO_STREAMS = 16;
const ENCRYPTED_TAGS = new Set(["encv", "enca", "drmi", "drms", "p608"]);

/** Rejects encrypted tracks. @param tags the codec tags of the sample entries. @throws MediaFault if one is encrypted. */
export function refuseEncrypted(tags: readonly (string | undefined)[]): void {
  if (tags.some((tag) => ENCRYPTED_TAGS.has(tag ?? "")))
    throw new MediaFault("encryption_not_supported", "The file is encrypted (DRM)");
}

/** Finds the video stream of an opened file. @throws MediaFault if there is no stream that can be decoded. */
export function getVideoStream(report: FfprobeReport): FfprobeStream {
  refuseEncrypted((report.streams ?? []).map((each) => each.codec_tag_string));
  const video = findVideoStream(report);
  if (!video) throw new MediaFault("no_video_track", "The file has no picture");
  if (!video.codec_name || video.codec_name === "unknown")
    throw new MediaFault("unsupported_codec", `No decoder for ${video.codec_tag_string ?? "its picture"}`);
  // Dolby Vision profile 5 has its own colour space. Without its metadata, colours turn green and purple.
  if (video.side_data_list?.some(({ dv_profile }) => dv_profile === 5))
    throw new MediaFault("dolby_vision_5", "Dolby Vision profile 5 has no layer for other displays");
  const { width = 0, height = 0 } = video;
  if (width * height > MAX_PIXELS) throw new MediaFault("too_large_picture", `${width}×${height}`);
  if (width < 16 || height < 16)
    throw new MediaFault("unsupported_format", `The picture is ${width}×${height} pixels`);
  const audio = listAudioStreams(report).length;
  if (audio > MAX_AUDIO_STREAMS) throw new MediaFault("too_many_streams", `${audio} sound tracks`);
  return video;
}
