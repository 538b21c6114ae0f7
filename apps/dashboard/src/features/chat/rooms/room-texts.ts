import type { ChatMessageView, ChatRoomSummary } from "@shoal/contract";
import { plainChatText } from "@shoal/domain";
import i18next from "i18next";
import { clockTimeOf, formatDay, formatLongDate, relativeTime } from "../../../lib/dates.ts";

/** Returns the name of a room as the reader sees it. */
export function roomTitle({ kind, roomName, support, standing }: ChatRoomSummary): string {
  if (kind !== "support") return roomName;
  return standing === "agent" && support
    ? i18next.t("chat.supportOf", { name: support.client.name })
    : i18next.t("chat.support");
}

/** Describes the last message of a room in one line. */
export function lastMessageText({ lastMessage: last, kind }: ChatRoomSummary, me: string): string {
  if (!last) return "";
  const text = messageSummary(last);
  if (last.sender_id === me) return i18next.t("chat.yourText", { text });
  return kind === "private" ? text : i18next.t("chat.theirText", { name: last.sender, text });
}

/** Returns a message in one line: its text without Markdown, or the number of its files. */
export function messageSummary({
  content,
  deleted,
  files,
}: Pick<ChatMessageView, "content" | "deleted" | "files">): string {
  if (deleted) return i18next.t("chat.deleted");
  if (content) return plainChatText(content);
  return files.length === 1 && files[0]?.audio
    ? i18next.t("chat.audio.message")
    : i18next.t("chat.file", { count: files.length });
}

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();
function daysAgo(count: number): Date {
  const day = new Date();
  day.setDate(day.getDate() - count);
  return day;
}

/** Formats a date briefly: the time for today, otherwise the day. */
export function shortTime(iso: string): string {
  const at = new Date(iso);
  return isSameDay(at, new Date()) ? clockTimeOf(at.getTime()) : formatDay(iso);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Describes for how long a client has been waiting for a reply. @example waitingText("…") // "Waiting: 2 hours ago" */
export function waitingText(iso: string): string {
  const ms = Math.max(0, Date.now() - Date.parse(iso));
  const [length, unit] =
    ms < HOUR_MS
      ? ([MINUTE_MS, "minute"] as const)
      : ms < DAY_MS
        ? ([HOUR_MS, "hour"] as const)
        : ([DAY_MS, "day"] as const);
  const since = relativeTime(-Math.floor(ms / length), unit, i18next.language, "short");
  return i18next.t("chat.waitingSince", { since });
}

/** Returns the text of a separator line for a day. @example dayName(yesterday) // "Yesterday" */
export function dayName(iso: string): string {
  const at = new Date(iso);
  if (isSameDay(at, new Date())) return i18next.t("chat.today");
  if (isSameDay(at, daysAgo(1))) return i18next.t("chat.yesterday");
  return formatLongDate(iso, i18next.language);
}

export const timeText = (iso: string): string => clockTimeOf(Date.parse(iso));
