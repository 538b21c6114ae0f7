import type { EncodingStatus, VideoErrorType } from "@shoal/contract";

const PLAYLIST_NAMES = /\.(m3u8?|mpd|ism[cl]?)$/i;

/** Returns whether a URL is an HLS, DASH or Smooth Streaming playlist, which cannot be fetched as a file. */
export const isPlaylistUrl = (url: string): boolean => PLAYLIST_NAMES.test(new URL(url).pathname);

/** @example publicUrlOf("https://me:secret@example.org/a.mp4?key=1") // "https://example.org/a.mp4" */
export function publicUrlOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/**
 * Returns the source address of a live without credentials: in RTMP, the name of the stream is its key.
 * @example publicLiveUrlOf("rtmp://example.org/live/secret") // "rtmp://example.org/live/…"
 */
export function publicLiveUrlOf(url: string): string {
  const shown = publicUrlOf(url);
  return /^rtmps?:/.test(shown) ? `${shown.slice(0, shown.lastIndexOf("/") + 1)}…` : shown;
}

/**
 * Returns the decoded last part of a URL's path, or its host if there is none.
 * @example nameOfUrl("https://a.org/b%20c.mp4") // "b c.mp4"
 */
export function nameOfUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const last = pathname.split("/").findLast(Boolean) ?? host;
  try {
    const name = decodeURIComponent(last);
    return name.isWellFormed() && !name.includes("\0") ? name : last;
  } catch {
    return last;
  }
}

/** The errors in a file that may have been fixed on its server since. */
const FAULTS_OF_FILES: readonly VideoErrorType[] = [
  "empty_file",
  "not_a_video",
  "no_video_track",
  "truncated_file",
  "implausible_duration",
];

/** Returns whether a restart fetches the file from its URL again, instead of encoding the stored copy. */
export function isRefetched(video: {
  sourceUrl: string | null;
  encodingStatus: EncodingStatus;
  errorType: VideoErrorType | null;
  uploadingPercent: number;
}): boolean {
  if (video.sourceUrl === null || video.encodingStatus !== "error") return false;
  return video.uploadingPercent < 100 || FAULTS_OF_FILES.some((fault) => fault === video.errorType);
}
