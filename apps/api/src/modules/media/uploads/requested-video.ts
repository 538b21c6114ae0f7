import { randomUUID } from "node:crypto";
import { type BodyOf, MAX_TITLE_LENGTH, type routes } from "@shoal/contract";

type SentVideo = BodyOf<typeof routes.createVideo>;
/** A video to be created, with one name per property and without properties that its type does not use. */
export type NewVideo = Omit<SentVideo, "title" | "delay" | "liveCamera" | "canResume"> & {
  /** The title; empty if a required title is missing. */
  title: string;
};

const FILE_FIELDS = ["originalname", "size", "fingerprint"] as const;
const LIVE_FIELDS = [
  "liveType",
  "encodingStatus",
  "keepLive",
  "seekLive",
  "liveToKeepDuration",
  "targetLatencySec",
  "directStream",
  "externalStreams",
] as const;

/**
 * Returns the sent fields under their current names. Clients of the old API send every field of their form with each video (§7),
 * so fields that a file or a live does not use are dropped.
 */
export function requestedVideo({ delay, liveCamera, canResume: _canResume, ...sent }: SentVideo): NewVideo {
  const isLive = sent.type === "live";
  const isTitleRequired = isLive || sent.url !== undefined;
  const video: NewVideo = { ...sent, title: sent.title ?? (isTitleRequired ? "" : titleOfFile(sent)) };
  if (delay !== undefined) video.directStream ??= delay;
  if (liveCamera) video.liveType ??= "camera";
  for (const field of isLive ? FILE_FIELDS : LIVE_FIELDS) delete video[field];
  if (isLive) video.firstPass = false;
  return video;
}

/** Returns the title of a file without one: its name without the extension, or a random one like that of lives (§5). */
function titleOfFile({ originalname = "" }: SentVideo): string {
  const name = originalname.replace(/(?<=.)\.[^.]*$/, "").trim();
  return name.slice(0, MAX_TITLE_LENGTH).toWellFormed() || `Video_${randomUUID().replaceAll("-", "")}`;
}
