import type { ChatMessages, ChatMessageView } from "@shoal/contract";

/** The loaded part of a room's messages: a sequence without gaps. */
export interface RoomLog {
  messages: readonly ChatMessageView[];
  /** Whether the room has older messages than the loaded part; `hasAfter` is the same for newer messages. */
  hasBefore: boolean;
  hasAfter: boolean;
  /** The number of the last change up to which all changes that concern the loaded part are known. */
  seq: number;
  /** The numbers of changes that arrived out of order. The changes before them are missing or have not arrived yet. */
  ahead: ReadonlySet<number>;
}

export const createRoomLog = ({ messages, hasBefore, hasAfter, seq }: ChatMessages): RoomLog => ({
  messages,
  hasBefore,
  hasAfter,
  seq,
  ahead: new Set(),
});

/** Whether an earlier change is missing, because a later change has already been reported. */
export const hasGap = ({ ahead }: RoomLog): boolean => ahead.size > 0;

/** Adds the previous page of messages to the log. */
export const prependPage = (log: RoomLog, page: ChatMessages): RoomLog => ({
  ...log,
  messages: joinMessages(page.messages, log.messages),
  hasBefore: page.hasBefore,
});

/**
 * Adds the next page of messages to the log. Messages written after the page was loaded were beyond the end when they were
 * reported.
 */
export const appendPage = (log: RoomLog, page: ChatMessages): RoomLog => ({
  ...log,
  messages: joinMessages(log.messages, page.messages),
  hasAfter: page.hasAfter,
  seq: page.hasAfter ? log.seq : Math.min(log.seq, page.seq),
});

/** Joins two lists of messages. If a message is in both, its latest state is used. */
function joinMessages(one: readonly ChatMessageView[], other: readonly ChatMessageView[]): ChatMessageView[] {
  const [last, first] = [one.at(-1), other[0]];
  // Adjacent pages are concatenated: sorting would be slow for thousands of messages.
  if (!last || !first || last.position < first.position) return [...one, ...other];
  const byId = new Map(one.map((message) => [message._id, message]));
  for (const message of other) {
    const known = byId.get(message._id);
    if (!known || known.seq <= message.seq) byId.set(message._id, message);
  }
  return [...byId.values()].sort(byPosition);
}

const byPosition = (one: ChatMessageView, other: ChatMessageView) => one.position - other.position;

/**
 * Applies a reported message to the log: inserts it, or replaces its previous state. Older states are ignored, as are
 * messages outside the loaded part.
 */
function applyMessage(log: RoomLog, message: ChatMessageView): RoomLog {
  const at = log.messages.findIndex(({ _id }) => _id === message._id);
  const known = log.messages[at];
  if (known) return known.seq >= message.seq ? log : { ...log, messages: log.messages.with(at, message) };
  if (!isInLoadedPart(log, message.position)) return log;
  return { ...log, messages: [...log.messages, message].sort(byPosition) };
}

function isInLoadedPart({ messages, hasBefore, hasAfter }: RoomLog, position: number): boolean {
  const [first] = messages;
  const last = messages.at(-1);
  return (
    (!hasBefore || (first !== undefined && position > first.position)) &&
    (!hasAfter || (last !== undefined && position < last.position))
  );
}

/** Applies a single reported change to the log. Gaps in the numbers reveal missed changes: `hasGap`. */
export function applyReportedChange(log: RoomLog, message: ChatMessageView): RoomLog {
  const added = applyMessage(log, message);
  if (message.seq <= log.seq || log.ahead.has(message.seq)) return added;
  const ahead = new Set(log.ahead).add(message.seq);
  let { seq } = log;
  while (ahead.delete(seq + 1)) seq += 1;
  return { ...added, seq, ahead };
}

/** Applies all requested changes, up to a number, to the log. */
export function applyChanges(log: RoomLog, messages: readonly ChatMessageView[], seq: number): RoomLog {
  const added = messages.reduce(applyMessage, log);
  const known = Math.max(seq, log.seq);
  const ahead = new Set([...log.ahead].filter((each) => each > known));
  let upTo = known;
  while (ahead.delete(upTo + 1)) upTo += 1;
  return { ...added, seq: upTo, ahead };
}
