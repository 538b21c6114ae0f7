import type { LiveDelay, VideoView } from "@shoal/contract";
import type { TFunction } from "i18next";
import { isUnrecorded } from "../../components/live/delay-values.ts";
import { type ExternalRow, externalStreamsOf } from "../../components/live/external/external-rows.ts";
import {
  type RecordingValues,
  recordingBodyOf,
  SEEK_BACK_DEFAULT_SEC,
  SEEK_BACK_RESET_SEC,
} from "../../components/live/recording-values.ts";
import { passwordOf, type ViewerValues } from "../../components/video/creation/viewer-options.tsx";
import { browserZone, clockTimeOf, shortDayOf } from "../../lib/dates.ts";

const LIVE_ID_BYTES = 16;

/** The values of the forms for a new live. */
export interface LiveValues extends ViewerValues, RecordingValues, Record<string, unknown> {
  title: string;
  /** The URL from which the live is pulled. */
  url: string;
  /** The selected qualities; undefined for the client's default. */
  inputQualities: VideoView["inputQualities"] | undefined;
  encoding: VideoView["encoding"];
  /** The targets to which the live is restreamed. */
  externalStreams: ExternalRow[];
  /** The delay with which viewers receive a camera live. */
  directStream: LiveDelay;
}

/** Returns a default title: `Live_` and a random id without dashes (§5). Works without a secure context, too. */
export function suggestTitle(bytes = crypto.getRandomValues(new Uint8Array(LIVE_ID_BYTES))): string {
  return `Live_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Whether a title is a generated default title. */
export const isSuggestedTitle = (title: string): boolean => /^Live_[0-9a-f]+$/.test(title);

/** Returns the date in a title. @example titleDateOf(atMs, "en") // "27 Nov, 14:05" */
export function titleDateOf(atMs: number, language: string): string {
  const zone = browserZone();
  return `${shortDayOf(atMs, language, zone)}, ${clockTimeOf(atMs, zone)}`;
}

/** Returns a title with the date. @example datedTitle(atMs, "en", t) // "Live of 27 Nov, 14:05" */
export const datedTitle = (atMs: number, language: string, t: TFunction): string =>
  t("newVideos.live.dated", { date: titleDateOf(atMs, language) });

/** The defaults that a client has set for new lives. */
export interface LiveDefaults {
  autoplay: boolean;
  /** Whether lives are kept by default; false if the client's lives are never kept. */
  keepLive: boolean;
}

/** Returns the initial values of the form. */
export const firstValues = ({ autoplay, keepLive }: LiveDefaults): LiveValues => ({
  title: suggestTitle(),
  url: "",
  inputQualities: undefined,
  encoding: "encoding",
  externalStreams: [],
  autoplay,
  isPassword: false,
  password: "",
  keepLive,
  seekLive: true,
  liveToKeepDuration: SEEK_BACK_DEFAULT_SEC,
  targetLatencySec: null,
  directStream: "yes",
});

/** The sources of a live (§2): a camera or a screen of this computer, streaming software, or an address. */
export type LiveOrigin = "simple" | "auto" | "url";

/**
 * Returns the typed values for the form of another origin: streaming software and addresses require the password again (§5). Rewinding is
 * turned off for a camera without delay, which does not support it, and on again for other origins.
 */
export const valuesForOrigin = (origin: LiveOrigin, typed: LiveValues): LiveValues =>
  origin === "simple"
    ? { ...typed, seekLive: typed.seekLive && typed.directStream !== "no" }
    : {
        ...typed,
        isPassword: false,
        password: "",
        seekLive: typed.seekLive || typed.directStream === "no",
      };

/** Returns the values after a reset, with a longer rewind window (§5). */
export const resetValues = (defaults: LiveDefaults): LiveValues => ({
  ...firstValues(defaults),
  liveToKeepDuration: SEEK_BACK_RESET_SEC,
});

/** Returns the body of the call for a live from streaming software. The values must be valid. */
export function bodyOfLive(values: LiveValues) {
  const { title, inputQualities, encoding, autoplay, externalStreams } = values;
  const { password } = passwordOf(values);
  return {
    type: "live" as const,
    liveType: "shoalRTMP" as const,
    encodingStatus: "stopped" as const,
    title: title.trim(),
    autoplay,
    ...(encoding === "passthrough" ? { encoding } : {}),
    ...(inputQualities === undefined ? {} : { inputQualities }),
    ...(externalStreams.length > 0 ? { externalStreams: externalStreamsOf(externalStreams) } : {}),
    ...(password ? { isPassword: true, password } : {}),
    ...recordingBodyOf(values),
  };
}

/** Returns the body of the call for a live that is pulled from a URL. */
export const bodyOfSource = (values: LiveValues) => ({
  ...bodyOfLive(values),

  liveType: "custom" as const,
  url: values.url.trim(),
});

/**
 * Adapts the values to a live from a camera or a screen. A browser's stream cannot be published unchanged, and only recorded lives can be
 * restreamed.
 */
const cameraValuesOf = (values: LiveValues): LiveValues => ({
  ...values,
  encoding: "encoding",
  externalStreams: isUnrecorded(values) ? [] : values.externalStreams,
});

/** Returns the body of the call for a live from a camera or a screen, which starts immediately. */
export const bodyOfCamera = (values: LiveValues) => ({
  ...bodyOfLive(cameraValuesOf(values)),

  liveType: "camera" as const,
  encodingStatus: "uploading" as const,
  directStream: values.directStream,
});
