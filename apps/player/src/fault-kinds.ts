import { DENIED_FAULTS } from "@shoal/sdk";
import type { PlaybackWait } from "./playback/playback.ts";
import type { NoticeType } from "./skin/notice.ts";

const MIN_RETRY_DELAY_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;
const MIN_READY_DELAY_MS = 1_000;
const MAX_READY_DELAY_MS = 10_000;

const DENIED_FAULT_TYPES: readonly string[] = DENIED_FAULTS;
const GATED_FAULT_TYPES: readonly string[] = ["not_started", "password_required", "password_wrong"];

/** Whether an error means that the owner's rules block the viewer. */
const isDenialFault = (type: string): boolean => DENIED_FAULT_TYPES.includes(type);

/** Whether an error asks for input from the viewer instead of ending playback. */
export const isGateFault = (type: string): boolean => GATED_FAULT_TYPES.includes(type);

/** Whether an error stops playback even if media are still buffered. */
export const endsPlayback = (type: string): boolean =>
  isDenialFault(type) || type === "not_found" || type === "link_ended";

/** Whether a notice shows the error to the viewer. */
export const isNoticeFault = (type: string): type is NoticeType =>
  type !== "tracker" && type !== "integrity" && !type.startsWith("password_");

/** Returns the delay before a lost connection is retried. It is random, so that viewers do not all return at the same moment. */
export const retryDelayMs = (): number => MIN_RETRY_DELAY_MS + Math.random() * RETRY_SPREAD_MS;

/**
 * Returns increasing delays for retrying a video that is not ready.
 * @param attempts the number of attempts so far, from 1.
 */
export const readyDelayMs = (attempts: number): number =>
  Math.min(MAX_READY_DELAY_MS, MIN_READY_DELAY_MS * 1.5 ** (attempts - 1));

/** The notice for each reason to wait. A live without a publisher counts as offline. */
const WAIT_NOTICES: Record<PlaybackWait["reason"], NoticeType> = {
  full: "places_taken",
  nobody: "live_offline",
  over: "live_ended",
  connection: "network",
  young: "live_young",
};

export const noticeOfWait = (reason: PlaybackWait["reason"]): NoticeType => WAIT_NOTICES[reason];
