import type { LiveInput } from "@shoal/contract";
import { codecLabel, type InputAdvice } from "@shoal/domain";
import type { TFunction } from "i18next";
import { numberFormat } from "../../lib/figures.ts";

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
/** The names of all figures that a piece of advice can contain. */
type AdviceFigure = Exclude<KeysOf<InputAdvice>, "code" | "level">;
type InputFact = readonly [name: string, value: string];

/** Describes the measurements of an input in the reader's language. Uses the texts of the "live" area. */
export function inputFactsOf(input: LiveInput, t: TFunction, language: string): InputFact[] {
  const number = numberFormat(language, { maximumFractionDigits: 1 });
  const textOf = (value: number | null | undefined, text: (value: string) => string) =>
    value === null || value === undefined ? t("live.health.unknown") : text(number.format(value));
  const kbps = textOf(input.bitratesKbps.at(-1), (value) => t("live.health.kbps", { value }));
  const key = textOf(input.keyIntervalSec, (value) => t("live.health.keyEach", { value }));
  return [
    [t("live.health.bitrate"), kbps],
    [t("live.health.fps"), fpsOf(input, t, number)],
    [t("live.health.keyInterval"), key],
    [t("live.health.dropped"), number.format(input.droppedFrames)],
    [t("live.health.picture"), pictureOf(input, t)],
    [t("live.health.sound"), input.audioCodec ? codecLabel(input.audioCodec) : t("live.health.soundNone")],
  ];
}

function fpsOf(
  { fps, announcedFps }: LiveInput,
  t: TFunction,
  number: ReturnType<typeof numberFormat>,
): string {
  if (fps === null) return t("live.health.unknown");
  if (announcedFps === null) return number.format(fps);
  return t("live.health.fpsOf", { fps: number.format(fps), announcedFps: number.format(announcedFps) });
}

function pictureOf({ width, height, videoCodec }: LiveInput, t: TFunction): string {
  if (videoCodec === null) return t("live.health.pictureNone");
  const codec = codecLabel(videoCodec);
  return width === null || height === null ? codec : `${width} × ${height}, ${codec}`;
}

/** Formats the figures of an advice for its text. @example valuesOf(advice, "fr") // { fps: "14,5", announcedFps: "30" } */
export function valuesOf(advice: InputAdvice, language: string): Record<AdviceFigure, string> {
  const number = numberFormat(language, { maximumFractionDigits: 1 });
  const sides = numberFormat(language, { useGrouping: false });
  const figures = Object.entries(advice).filter((entry): entry is [string, number] => !isText(entry[1]));
  const formatOf = (name: string) => (name === "width" || name === "height" ? sides : number);
  const values = figures.map(([name, value]) => [name, formatOf(name).format(value)]);
  // All figures are passed to every text; each text uses only the figures it mentions.
  return Object.fromEntries(values) as Record<AdviceFigure, string>;
}

const isText = (value: string | number): value is string => typeof value === "string";
