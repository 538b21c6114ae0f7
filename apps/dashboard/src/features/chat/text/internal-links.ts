import type { VideoFrames } from "@shoal/contract";
import { frameOfFields, frameRate, type TimecodeFormat, timecodeFormat } from "@shoal/frames";

/** A page of this dashboard about a video, or a version of a project. */
export type InternalLink =
  | { kind: "video"; uuid: string }
  | { kind: "project"; uuid: string; version: string };

const VIDEO_HASH_PATTERN = /^#\/player\/([0-9a-f-]{36})(?:\?|$)/i;
const PROJECT_HASH_PATTERN = /^#\/vireed\/([0-9a-f-]{36})\/(\d{1,6})(?:\?|$)/i;
const URL_PATTERN = /https?:\/\/[^\s<>()"'\]]+/gi;
/** The maximum number of link previews below a message. */
const MAX_PREVIEWS = 3;

/**
 * Returns the page that a URL leads to.
 * @param base URL of the dashboard, up to its "#".
 * @returns undefined for other URLs.
 */
export function internalLinkOf(href: string, base: string): InternalLink | undefined {
  if (!href.startsWith(`${base}#`)) return undefined;
  const hash = href.slice(base.length);
  const [, video] = VIDEO_HASH_PATTERN.exec(hash) ?? [];
  if (video) return { kind: "video", uuid: video.toLowerCase() };
  const [, project, version] = PROJECT_HASH_PATTERN.exec(hash) ?? [];
  return project && version ? { kind: "project", uuid: project.toLowerCase(), version } : undefined;
}

/** Returns the first videos and projects of this dashboard that a string links to, each once. */
export function internalLinksIn(text: string, base: string): InternalLink[] {
  const found = new Map<string, InternalLink>();
  for (const [href] of text.matchAll(URL_PATTERN)) {
    const place = internalLinkOf(href, base);
    if (place) found.set(`${place.kind} ${place.uuid}`, place);
  }
  return [...found.values()].slice(0, MAX_PREVIEWS);
}

/** Matches a time in a string, such as "00:01:12", optionally with frames. */
const TIME_PATTERN = /(?<![\d:])(\d{1,2}):([0-5]\d):([0-5]\d)(?:[:;](\d{2}))?(?![\d:])/g;

/** A piece of a string; `time` is set if it is a time. */
export interface TimedPiece {
  text: string;
  time?: NamedTime;
}
export interface NamedTime {
  hours: number;
  minutes: number;
  seconds: number;
  frames: number;
}

/** Splits a string at its times. @example timedPieces("at 00:01:12") // "at ", then the time */
export function timedPieces(text: string): TimedPiece[] {
  const pieces: TimedPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(TIME_PATTERN)) {
    const [written, hours, minutes, seconds, frames = "0"] = found;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    const [h, m, s, f] = [hours, minutes, seconds, frames].map(Number) as [number, number, number, number];
    pieces.push({ text: written, time: { hours: h, minutes: m, seconds: s, frames: f } });
    from = found.index + written.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

export const hasTimes = (text: string): boolean => text.search(TIME_PATTERN) >= 0;

/** Returns the URL of a time in a video. */
export const videoAddress = (uuid: string, { hours, minutes, seconds }: NamedTime): string =>
  `#/player/${uuid}?start=${hours * 3_600 + minutes * 60 + seconds}`;

/** Returns the URL of a time in a version of a project, by its timecode; undefined for a frame that it does not have. */
export function frameAddress(
  uuid: string,
  version: number,
  frames: VideoFrames,
  time: NamedTime,
): string | undefined {
  for (const format of formatsOf(frames)) {
    const found = frameOfFields(time, format);
    if (found.ok && found.frame < frames.count) return `#/vireed/${uuid}/${version}?frame=${found.frame}`;
  }
  return undefined;
}

/** Returns the formats in which to parse a time: first the player's timecode, then the time from zero, because people write both. */
function formatsOf({ rate, startTimecode }: VideoFrames): TimecodeFormat[] {
  const plain = timecodeFormat(frameRate(rate.num, rate.den));
  if (startTimecode === null) return [plain];
  try {
    return [timecodeFormat(frameRate(rate.num, rate.den), startTimecode), plain];
  } catch {
    // The start timecode of a file may be invalid at the file's frame rate.
    return [plain];
  }
}
