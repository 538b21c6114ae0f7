import { formatTimecode, rangeFrames } from "@shoal/frames";
import { resolveColour } from "./color-names.ts";
import { markLines } from "./comment-mark.ts";
import { cleanText, foldText, sortedComments } from "./comment-text.ts";
import type { ExchangeTimeline } from "./exchange.types.ts";

/**
 * Writes markers for DaVinci Resolve's "Timelines > Import > Timeline Markers from EDL": one event per comment, whose note
 * precedes its color, name and length.
 */
export function writeResolveEdl(timeline: ExchangeTimeline): string {
  const label = (frame: number) => formatTimecode(frame, timeline.format);
  const events = sortedComments(timeline).map((comment, n) => {
    const { range, text, author, color, isDone } = comment;
    const times = `${label(range.firstFrame)} ${label(range.endFrame)}`;
    const name = `${foldText(author)}${isDone ? DONE_SUFFIX : ""}`;
    return [
      `${eventNumber(n)}  001      V     C        ${times} ${times}`,
      `${foldText(text)} |C:ResolveColor${resolveColour(color)} |M:${name} |D:${rangeFrames(range)}`,
      ...markLines(comment),
      "",
    ].join("\n");
  });
  return [...headOf(timeline), ...events].join("\n");
}

/** The suffix of the marker name of a resolved comment, in formats without a field for the status. */
export const DONE_SUFFIX = " (done)";

/**
 * Writes one event for the whole video (CMX 3600), with a locator per comment as written by Avid and other programs. Lengths
 * and authors are in separate comment lines, which other programs skip.
 */
export function writeLocatorEdl(timeline: ExchangeTimeline): string {
  const label = (frame: number) => formatTimecode(frame, timeline.format);
  const times = `${label(0)} ${label(timeline.frames)}`;
  const locators = sortedComments(timeline).flatMap(({ range, text, author, color, isDone, mark }) => [
    `* LOC: ${label(range.firstFrame)} ${color.toUpperCase().padEnd(7)} ${foldText(text)}`,
    ...(rangeFrames(range) > 1 ? [`* LOC END: ${label(range.endFrame)}`] : []),
    ...(author === "" ? [] : [`* LOC BY: ${foldText(author)}`]),
    ...(isDone ? ["* LOC DONE"] : []),
    ...markLines({ mark }),
  ]);
  return [
    ...headOf(timeline),
    `001  AX       V     C        ${times} ${times}`,
    `* FROM CLIP NAME: ${foldText(timeline.title)}`,
    ...locators,
    "",
  ].join("\n");
}

/**
 * Writes markers for Avid Media Composer: one line per marker, with author, timecode, track, color, comment and length
 * separated by tabs.
 */
export function writeAvidMarkers(timeline: ExchangeTimeline): string {
  return sortedComments(timeline)
    .map(({ range, text, author, color }) =>
      [
        foldText(author) || "-",
        formatTimecode(range.firstFrame, timeline.format),
        "V1",
        color,
        foldText(text),
        rangeFrames(range),
      ].join("\t"),
    )
    .map((line) => `${line}\r\n`)
    .join("");
}

const headOf = ({ title, format }: ExchangeTimeline): string[] => [
  `TITLE: ${cleanText(title).replaceAll("\n", " ")}`,
  `FCM: ${format.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME"}`,
  "",
];

const eventNumber = (n: number): string => String(n + 1).padStart(3, "0");
