import type { LiveDelay, VideoView } from "@shoal/contract";
import { isLiveUnrecorded } from "@shoal/domain";
import type { ViewerValues } from "../video/creation/viewer-options.tsx";
import type { RecordingValues } from "./recording-values.ts";

interface DelayValues extends Pick<RecordingValues, "seekLive"> {
  directStream: LiveDelay;
}

/** Whether a live is not recorded at all, because viewers receive it directly from the publisher. */
export const isUnrecorded = ({ directStream, keepLive }: Pick<VideoView, "directStream" | "keepLive">) =>
  isLiveUnrecorded({ delay: directStream, isKept: keepLive });

/**
 * Returns the effect of changing the delay: viewers cannot rewind a live without delay, so rewinding is turned off until a delay is set
 * again (§5).
 */
export const seekChangesOf = (before: LiveDelay, next: LiveDelay): Partial<DelayValues> => ({
  directStream: next,
  ...(next === "no" || before === "no" ? { seekLive: next !== "no" } : {}),
});

/** Returns the changes of a new live's form: with a delay, the password must be entered again (§5). */
export const delayChangesOf = (
  before: LiveDelay,
  next: LiveDelay,
): Partial<DelayValues & Pick<ViewerValues, "isPassword" | "password">> => ({
  ...seekChangesOf(before, next),
  ...(next === before || next === "no" ? {} : { isPassword: false, password: "" }),
});
