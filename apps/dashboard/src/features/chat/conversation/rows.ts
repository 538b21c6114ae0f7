import type { ChatMessageView } from "@shoal/contract";
import type { OutgoingMessage } from "../store/outbox.ts";

/** A row of a conversation: a message, possibly one being sent. */
export interface ConversationRow {
  /** The message's id, assigned when it is created. */
  id: string;
  message?: ChatMessageView;
  outgoing?: OutgoingMessage;
  /** The time of the message in ISO 8601; for a message being sent, by the clock of this computer. */
  at: string;
  /** Whether the message is the first of its day. */
  isNewDay: boolean;
  /** Whether the line "new messages" precedes the message. */
  isFirstUnread: boolean;
  /** Whether the row shows the author, because the previous message is by someone else or much older. */
  isHead: boolean;
}

interface RowsInput {
  messages: readonly ChatMessageView[];
  outgoing: readonly OutgoingMessage[];
  /** Whether the loaded messages include the newest. Pending messages are listed after it. */
  isAtEnd: boolean;
  me: string;
  /** The position after which messages by others count as new. */
  unreadFrom: number | undefined;
}

/** The time, in ms, within which consecutive messages of one person are grouped under one name. */
const GROUPING_WINDOW_MS = 5 * 60_000;

export function rowsOf({ messages, outgoing, isAtEnd, me, unreadFrom }: RowsInput): ConversationRow[] {
  const firstUnread =
    unreadFrom === undefined
      ? undefined
      : messages.find(({ position, sender_id }) => position > unreadFrom && sender_id !== me)?._id;
  const sent = new Set(messages.map(({ _id }) => _id));
  const onTheirWay = new Map(outgoing.map((each) => [each.id, each]));
  const waiting = isAtEnd ? outgoing.filter(({ id }) => !sent.has(id)) : [];
  const rows: ConversationRow[] = [];
  let before: { at: MessageTime; sender: string | null } | undefined;
  function add(
    id: string,
    iso: string,
    sender: string | null,
    content: Pick<ConversationRow, "message" | "outgoing">,
    at: MessageTime,
  ): void {
    const isNewDay = before?.at.day !== at.day;
    const isFirstUnread = id === firstUnread;
    const isAlone = content.message?.replyMessage != null || content.message?.forwarded != null;
    const isHead =
      isNewDay ||
      isFirstUnread ||
      isAlone ||
      before?.sender !== sender ||
      at.ms - before.at.ms > GROUPING_WINDOW_MS;
    rows.push(reuseUnchanged({ id, at: iso, isNewDay, isFirstUnread, isHead, ...content }));
    before = { at, sender };
  }
  for (const message of messages) {
    const rest = message.sender_id === me ? pendingFilesOf(onTheirWay.get(message._id)) : undefined;
    add(
      message._id,
      message.timestamp,
      message.sender_id ?? message.sender,
      { message, ...(rest && { outgoing: rest }) },
      messageTimeOf(message),
    );
  }
  for (const each of waiting)
    add(each.id, each.writtenAt, me, { outgoing: each }, messageTimeAt(each.writtenAt));
  return rows;
}

/** Returns the pending files of a visible message, because the call that sends it may complete after the server has pushed the message. */
const pendingFilesOf = (outgoing: OutgoingMessage | undefined): OutgoingMessage | undefined =>
  outgoing && (outgoing.files.length > 0 || outgoing.state === "failed")
    ? { ...outgoing, isThere: true }
    : undefined;

interface MessageTime {
  ms: number;
  /** Start of the day in the reader's time zone, in ms. */
  day: number;
}

function messageTimeAt(iso: string): MessageTime {
  const at = new Date(iso);
  return { ms: at.getTime(), day: at.setHours(0, 0, 0, 0) };
}

/** Caches the values that depend only on the message, because rows are recomputed with each page of messages. */
const messageTimes = new WeakMap<ChatMessageView, MessageTime>();
function messageTimeOf(message: ChatMessageView): MessageTime {
  let moment = messageTimes.get(message);
  if (!moment) {
    moment = messageTimeAt(message.timestamp);
    messageTimes.set(message, moment);
  }
  return moment;
}

const cachedRows = new WeakMap<ChatMessageView, ConversationRow>();
/** Returns the previous row object if the row is unchanged, so that the row does not re-render. */
function reuseUnchanged(row: ConversationRow): ConversationRow {
  if (!row.message) return row;
  const known = cachedRows.get(row.message);
  const isLike =
    known &&
    known.isNewDay === row.isNewDay &&
    known.isFirstUnread === row.isFirstUnread &&
    known.isHead === row.isHead &&
    known.outgoing === row.outgoing;
  if (isLike) return known;
  cachedRows.set(row.message, row);
  return row;
}
