import type { ChatMessageView } from "@shoal/contract";
import type { Outgoing } from "../store/outbox.ts";

/** A line of a conversation: a message, or one on its way. */
export interface Row {
  /** The message's id, which it has from the first moment. */
  id: string;
  message?: ChatMessageView;
  outgoing?: Outgoing;
  /** ISO 8601; by the clock of the page for what is on its way. */
  at: string;
  /** It is the first one of its day. */
  isNewDay: boolean;
  /** Before it stands the line that what follows is new. */
  isFirstUnread: boolean;
  /** It shows who wrote it: the one before is of somebody else, or was written long ago. */
  isHead: boolean;
}

interface RowsOf {
  messages: readonly ChatMessageView[];
  outgoing: readonly Outgoing[];
  /** Whether the newest messages are among these: what is on its way comes behind them. */
  isAtEnd: boolean;
  me: string;
  /** Messages of others behind this place are new. */
  unreadFrom: number | undefined;
}

/** Messages of one person within this time stand under one name. */
const TOGETHER_MS = 5 * 60_000;

export function rowsOf({ messages, outgoing, isAtEnd, me, unreadFrom }: RowsOf): Row[] {
  const firstUnread =
    unreadFrom === undefined
      ? undefined
      : messages.find(({ position, sender_id }) => position > unreadFrom && sender_id !== me)?._id;
  const sent = new Set(messages.map(({ _id }) => _id));
  const onTheirWay = new Map(outgoing.map((each) => [each.id, each]));
  const waiting = isAtEnd ? outgoing.filter(({ id }) => !sent.has(id)) : [];
  const rows: Row[] = [];
  let before: { at: string; sender: string | null } | undefined;
  function add(
    id: string,
    at: string,
    sender: string | null,
    content: Pick<Row, "message" | "outgoing">,
  ): void {
    const isNewDay = !before || dayOf(before.at) !== dayOf(at);
    const isFirstUnread = id === firstUnread;
    const isAlone = content.message?.replyMessage != null || content.message?.forwarded != null;
    const isHead =
      isNewDay ||
      isFirstUnread ||
      isAlone ||
      before?.sender !== sender ||
      Date.parse(at) - Date.parse(before.at) > TOGETHER_MS;
    rows.push({ id, at, isNewDay, isFirstUnread, isHead, ...content });
    before = { at, sender };
  }
  for (const message of messages) {
    const rest = message.sender_id === me ? restOf(onTheirWay.get(message._id)) : undefined;
    add(message._id, message.timestamp, message.sender_id ?? message.sender, {
      message,
      ...(rest && { outgoing: rest }),
    });
  }
  for (const each of waiting) add(each.id, each.writtenAt, me, { outgoing: each });
  return rows;
}

/** What is still to come of a message that is there: its files. Its own call may be answered later than others are told of it. */
const restOf = (outgoing: Outgoing | undefined): Outgoing | undefined =>
  outgoing && (outgoing.files.length > 0 || outgoing.state === "failed")
    ? { ...outgoing, isThere: true }
    : undefined;

/** The reader's own day. */
const dayOf = (iso: string) => new Date(iso).toDateString();
