import type { LiveChatMessage, LiveChatShownSettings, ModeratedLiveChatMessage } from "@shoal/contract";
import { isLiveChatOpen } from "@shoal/domain";
import type { FoundMessage, RunningChat } from "./live-chats.repository.ts";

/** Whether viewers may write in the chat now. */
export const isOpenNow = ({ is_on, is_there, state, ended_at }: RunningChat, nowMs: number): boolean =>
  isLiveChatOpen({ isOn: is_on && is_there, state, endedAtMs: ended_at?.getTime() ?? null }, nowMs);

export const presentShownSettings = ({ slow_sec, writers, consent }: RunningChat): LiveChatShownSettings => ({
  slowSec: slow_sec,
  writers,
  consent,
});

/** Returns a message as viewers receive it, who see held and deleted messages only as removed. */
export function presentLiveChatMessage(
  row: FoundMessage,
  chat: Pick<RunningChat, "pinned_id" | "started_at">,
): LiveChatMessage {
  const isShown = row.state === "shown";
  return {
    id: row.id,
    seq: row.seq,
    position: row.position,
    name: isShown ? row.name : "",
    isHost: row.is_host,
    isMember: row.is_member,
    kind: row.kind,
    text: isShown ? row.text : "",
    atMs: row.created_at.getTime(),
    liveSec: liveSecOf(row, chat),
    answer: isShown && row.answer !== null ? { name: row.answer_name ?? "", text: row.answer } : null,
    isPinned: isShown && chat.pinned_id === row.id,
    isDeleted: !isShown,
  };
}

export const presentModerated = (
  row: FoundMessage,
  chat: Pick<RunningChat, "pinned_id" | "started_at">,
): ModeratedLiveChatMessage => ({
  ...presentLiveChatMessage(row, chat),
  name: row.name,
  text: row.text,
  isDeleted: row.state === "deleted",
  state: row.state,
  author: row.author,
  mutedUntil:
    row.muted_until && row.muted_until.getTime() > Date.now() ? row.muted_until.toISOString() : null,
  isBanned: row.banned_at !== null,
});

/** Returns the second of the live, to one decimal; null for messages before its start. */
export function liveSecOf(
  { seen_at }: Pick<FoundMessage, "seen_at">,
  { started_at }: Pick<RunningChat, "started_at">,
): number | null {
  if (!started_at) return null;
  const sec = (seen_at.getTime() - started_at.getTime()) / 1_000;
  return sec < 0 ? null : Math.round(sec * 10) / 10;
}
