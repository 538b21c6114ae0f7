import type { ClientDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import type { Tracker } from "../tracker/index.ts";
import { swarmOf } from "./ticket.ts";

type NotifiedTracker = Pick<Tracker, "closeRoom" | "renewSessions">;

/** Returns the data shown with the media. Players get this data with their session. */
const shownContentOf = ({ title, chapters, captions, player, outro, chat }: PlaybackDescriptor) =>
  JSON.stringify([title, chapters, captions, player, outro, chat]);

/**
 * Notifies a video's viewers of a change. Viewers leave the room of media that were replaced, and renew their session to get
 * changed data.
 */
export function notifyRoom(
  tracker: NotifiedTracker,
  before: PlaybackDescriptor,
  after: PlaybackDescriptor | undefined,
): void {
  const isSameMedia = after && after.state !== "deleted" && after.generation === before.generation;
  if (!isSameMedia) {
    tracker.closeRoom(swarmOf(before));
    return;
  }
  if (shownContentOf(after) !== shownContentOf(before)) tracker.renewSessions(swarmOf(after));
}

/** Makes the viewers of a client's videos renew their sessions, because these contain the client's colours. */
export function notifyRoomsOf(
  tracker: NotifiedTracker,
  videos: Iterable<PlaybackDescriptor>,
  before: ClientDescriptor,
  after: ClientDescriptor | undefined,
): void {
  if (JSON.stringify(after?.theme) === JSON.stringify(before.theme)) return;
  for (const video of videos) if (video.clientId === before.uuid) tracker.renewSessions(swarmOf(video));
}
