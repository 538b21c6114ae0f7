import type { LiveChatMessage } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { LIVE_CHAT_REPLAY_WINDOW_SEC } from "@shoal/contract/player";
import type { Database, Tx } from "../../../platform/database.ts";
import { presentLiveChatMessage } from "./live-chats.present.ts";
import { createLiveChatsRepository } from "./live-chats.repository.ts";

/**
 * The maximum number of steps from a video to its live. A cut of a cut of an archive takes three; deeper chains do not occur in
 * practice.
 */
const MAX_STEPS = 8;
/** The maximum number of replayed messages, which is more than an edge accepts in the minute covered by a call: 40 a second. */
const MAX_REPLAYED_MESSAGES = 2_500;

interface RecordedLive {
  live: string;
  /** The time at which the recording starts, in ms since 1970. */
  startMs: number;
}

/** @returns the length of a recording in seconds; infinite if it is not known yet. */
async function findLengthSec(tx: Tx, videoUuid: string): Promise<number> {
  const chats = createLiveChatsRepository(tx);
  const [cut, known] = [await chats.findCut(videoUuid), await chats.findDuration(videoUuid)];
  return Math.min(
    cut ? cut.out_sec - cut.in_sec : Number.POSITIVE_INFINITY,
    known?.duration_sec ?? Number.POSITIVE_INFINITY,
  );
}

/**
 * Finds the live that a recording or a cut was made from.
 * @returns undefined if the video is not made from a recording, or if the start of the recording was not stored.
 */
async function findLiveOf(tx: Tx, videoUuid: string): Promise<RecordedLive | undefined> {
  let uuid = videoUuid;
  let sec = 0;
  const chats = createLiveChatsRepository(tx);
  for (let step = 0; step < MAX_STEPS; step++) {
    const archive = await chats.findArchive(uuid);
    if (archive)
      return archive.live_uuid && archive.started_at
        ? { live: archive.live_uuid, startMs: archive.started_at.getTime() + sec * 1_000 }
        : undefined;
    const cut = await chats.findCut(uuid);
    if (!cut) return undefined;
    uuid = cut.origin_uuid;
    sec += cut.in_sec;
  }
  return undefined;
}

/** Reads the chat that players receive for a video. Recordings and cuts have the chat of their live. */
export async function readDescribedChat(
  tx: Tx,
  video: { uuid: string; type: "live" | "vod"; origin_uuid: string | null },
): Promise<Pick<PlaybackDescriptor, "chat">> {
  const isLive = video.type === "live";
  const live = isLive ? video.uuid : video.origin_uuid && (await findLiveOf(tx, video.uuid))?.live;
  const chat = live ? await createLiveChatsRepository(tx).findForEdge(live) : undefined;
  return chat?.is_on ? { chat: { mode: isLive ? "live" : "replay" } } : {};
}

/** Serves the messages that accompany a recording to edges, which check access. */
export function createChatReplayService({ db }: { db: Database }) {
  return {
    /**
     * Messages outside the recording are excluded: viewers of a part of a live may not have had access to all of it.
     * @param fromSec seconds since the start of the recording, like `toSec`.
     */
    async replay(videoUuid: string, fromSec: number, toSec: number): Promise<LiveChatMessage[]> {
      const beside = await findLiveOf(db, videoUuid);
      if (!beside) return [];
      const chats = createLiveChatsRepository(db);
      const chat = await chats.findForEdge(beside.live);
      if (!chat?.is_on) return [];
      const lengthSec = await findLengthSec(db, videoUuid);
      const endSec = Math.min(toSec, fromSec + LIVE_CHAT_REPLAY_WINDOW_SEC, lengthSec);
      if (endSec <= fromSec) return [];
      const rows = await chats.listSeen(chat, {
        from: new Date(beside.startMs + fromSec * 1_000),
        to: new Date(beside.startMs + endSec * 1_000),
        limit: MAX_REPLAYED_MESSAGES,
      });
      return rows.map((row) => ({
        ...presentLiveChatMessage(row, chat),
        isPinned: false,
        // Converts to the timeline of the recording, because the player knows no other.
        liveSec: Math.round((row.seen_at.getTime() - beside.startMs) / 100) / 10,
      }));
    },
  };
}
export type ChatReplayService = ReturnType<typeof createChatReplayService>;
