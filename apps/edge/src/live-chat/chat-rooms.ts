import { setImmediate as nextTurn } from "node:timers/promises";
import { LIVE_CHAT_HISTORY_COUNT, type LiveChatMessage, type LiveChatRefusal } from "@shoal/contract";
import {
  type LiveChatResult,
  type LiveChatRoomChanges,
  MAX_LIVE_CHAT_SYNC_MESSAGES,
  MAX_LIVE_CHAT_SYNC_ROOMS,
  type SentLiveChatMessage,
} from "@shoal/contract/edge";
import type { LiveChatRequest } from "@shoal/contract/player";
import { createRateLimit, type RateLimit } from "../platform/rate-limit.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import { type ChatFrame, type ChatMember, denyAccess, frameOf, sendAnswer, sendFrame } from "./chat-line.ts";
import type { ChatSync } from "./chat-sync.ts";

/**
 * How long messages are collected to be sent together. The maximum delay of a message is this time plus the duration of the call.
 */
const BATCH_WINDOW_MS = 400;
/** The delay before the first call for a chat. It is short, so that the chat's first viewer does not wait for a whole batch. */
const FIRST_CALL_DELAY_MS = 20;
/** The pause between calls while the api is unreachable. */
const RETRY_DELAY_MS = 1_000;
/** The number of clients served before other work gets a turn, so that segments are not delayed by a chat. */
const SEND_BATCH_SIZE = 200;
/** The maximum rate of messages per chat. */
const MESSAGES_PER_SEC = 40;
const MESSAGES_BURST = 120;
/** The maximum rate of messages per network, such as a family or a class that follows a lesson. */
const MESSAGES_PER_MINUTE = 240;
/**
 * The maximum number of unsent messages while the api is unreachable. Further messages are rejected, and their authors send them
 * again.
 */
const MAX_PENDING_MESSAGES = 5_000;
const MAX_MEMBERS = 20_000;

interface EdgeRefusal {
  reason: LiveChatRefusal | "consent";
  retryAfterSec: number | null;
}

type WriteRequest = Extract<LiveChatRequest, { type: "write" }>;

interface ChatRoom {
  live: string;
  members: Set<ChatMember>;
  /** The position in the api's sequence of changes up to which the chat is known; null before the first response. */
  seq: number | null;
  condition: LiveChatRoomChanges | undefined;
  /** The latest visible messages, in order, and the pinned one. */
  messages: LiveChatMessage[];
  /** The encoded welcome messages, which stay valid until the messages or settings change. */
  joined: Map<boolean, ChatFrame>;
  limit: RateLimit;
}

interface WaitingMessage {
  sent: SentLiveChatMessage;
  /** The connections that sent this message. There may be several, because a page that reconnects sends the message again. */
  members: Set<ChatMember>;
}

export interface ChatRoomsOptions {
  sync: Pick<ChatSync, "exchange">;
  log: { warn(fields: object, message: string): void };
  onWritten?: (count: number) => void;
  now?: () => number;
}

/** Serves the chats that viewers of this edge follow. A message is acknowledged once the api has stored it in its database. */
export class ChatRooms {
  readonly #options: ChatRoomsOptions;
  readonly #now: () => number;
  readonly #rooms = new Map<string, ChatRoom>();
  readonly #waiting = new Map<string, WaitingMessage>();
  readonly #byNetwork: RateLimiter;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #isSyncing = false;
  #isAway = false;
  #isClosed = false;
  #members = 0;
  /** The position at which the next call starts if there are more chats than one call covers. */
  #turn = 0;

  constructor(options: ChatRoomsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#byNetwork = new RateLimiter({ perMinute: MESSAGES_PER_MINUTE, nowMs: this.#now });
  }

  get isFull(): boolean {
    return this.#members >= MAX_MEMBERS;
  }

  count(): { rooms: number; viewers: number; waiting: number } {
    return { rooms: this.#rooms.size, viewers: this.#members, waiting: this.#waiting.size };
  }

  enter(member: ChatMember): void {
    const { uuid } = member.claims;
    const room = this.#rooms.get(uuid) ?? createRoom(uuid);
    this.#rooms.set(uuid, room);
    room.members.add(member);
    this.#members += 1;
    if (this.#isAway) sendAnswer(member, { type: "away", isAway: true });
    if (room.condition) this.#welcome(room, member);
    this.#wake(room.condition ? BATCH_WINDOW_MS : FIRST_CALL_DELAY_MS);
  }

  leave(member: ChatMember): void {
    const room = this.#rooms.get(member.claims.uuid);
    if (!room?.members.delete(member)) return;
    this.#members -= 1;
    if (room.members.size === 0) this.#rooms.delete(room.live);
  }

  /** Accepts a message, which is acknowledged or rejected once the api has responded. */
  write(member: ChatMember, { id, name, kind, text, lagMs = 0, hasAgreed }: WriteRequest): void {
    const room = this.#rooms.get(member.claims.uuid);
    if (!room) return;
    const key = `${room.live} ${member.author} ${id}`;
    const known = this.#waiting.get(key);
    if (known) {
      known.members.add(member);
      return;
    }
    const refusal = this.#refusalOf(room, member, hasAgreed);
    if (refusal) {
      sendAnswer(member, { type: "refused", id, ...refusal });
      return;
    }
    const { previewUserUuid: userUuid } = member.claims;
    const sent: SentLiveChatMessage = {
      live: room.live,
      id,
      author: member.author,
      network: member.network,
      ...(userUuid === undefined ? {} : { userUuid }),
      name,
      kind,
      text,
      lagMs,
    };
    this.#waiting.set(key, { sent, members: new Set([member]) });
    this.#wake(BATCH_WINDOW_MS);
  }

  /** Returns why this edge rejects a message, as far as it can decide without the api. */
  #refusalOf(room: ChatRoom, member: ChatMember, hasAgreed: boolean): EdgeRefusal | undefined {
    const { condition } = room;
    const isViewer = member.claims.previewUserUuid === undefined;
    if (isViewer && condition && !condition.isOpen) return { reason: "closed", retryAfterSec: null };
    if (isViewer && condition?.settings.consent && !hasAgreed)
      return { reason: "consent", retryAfterSec: null };
    const nowMs = this.#now();
    if (!member.limit.tryConsume(nowMs)) return { reason: "too_fast", retryAfterSec: 2 };
    if (!this.#byNetwork.tryConsume(member.network)) return { reason: "too_fast", retryAfterSec: 10 };
    const isBusy = !room.limit.tryConsume(nowMs) || this.#waiting.size >= MAX_PENDING_MESSAGES;
    return isBusy ? { reason: "busy", retryAfterSec: 3 } : undefined;
  }

  /** Disconnects viewers whose access has been withdrawn. */
  review(find: (member: ChatMember) => "denied" | "off" | undefined): void {
    for (const room of this.#rooms.values())
      for (const member of room.members) {
        const reason = find(member);
        if (reason) this.#sendAway(member, reason);
      }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#rooms.clear();
  }

  #sendAway(member: ChatMember, reason: "denied" | "off"): void {
    denyAccess(member, reason);
    this.leave(member);
  }

  #wake(inMs: number): void {
    const atMs = performance.now() + inMs;
    if (this.#isClosed || this.#isSyncing || this.#dueAtMs <= atMs) return;
    clearTimeout(this.#timer);
    this.#dueAtMs = atMs;
    this.#timer = setTimeout(() => void this.#run(), inMs);
  }

  async #run(): Promise<void> {
    this.#dueAtMs = Number.POSITIVE_INFINITY;
    this.#isSyncing = true;
    let isDone = false;
    try {
      await this.#exchange();
      isDone = true;
    } catch (err) {
      this.#options.log.warn({ err }, "The api does not accept chat; messages are queued");
    }
    this.#isSyncing = false;
    this.#reportAway(!isDone);
    // No call is needed once all followers have left. Pages that reconnect send unacknowledged messages again.
    if (this.#rooms.size === 0 && this.#waiting.size === 0) return;
    const isNewcomer = [...this.#rooms.values()].some(({ condition }) => !condition);
    this.#wake(isDone ? (isNewcomer ? FIRST_CALL_DELAY_MS : BATCH_WINDOW_MS) : RETRY_DELAY_MS);
  }

  async #exchange(): Promise<void> {
    const waiting = [...this.#waiting.entries()].slice(0, MAX_LIVE_CHAT_SYNC_MESSAGES);
    const rooms = this.#drainRooms();
    const answer = await this.#options.sync.exchange({
      rooms: rooms.map(({ live, seq }) => ({ live, since: seq })),
      messages: waiting.map(([, { sent }]) => sent),
    });
    const results = new Map(answer.results.map((result) => [keyOf(result), result]));
    for (const [key, { members }] of waiting) {
      const result = results.get(key);
      if (!result) continue;
      this.#waiting.delete(key);
      for (const member of members) reportResult(member, result);
    }
    const written = answer.results.filter(({ state }) => state !== "refused").length;
    if (written > 0) this.#options.onWritten?.(written);
    for (const changes of answer.rooms) await this.#apply(changes);
  }

  #drainRooms(): ChatRoom[] {
    const all = [...this.#rooms.values()];
    if (all.length <= MAX_LIVE_CHAT_SYNC_ROOMS) return all;
    const fresh = all.filter(({ seq }) => seq === null).slice(0, MAX_LIVE_CHAT_SYNC_ROOMS / 2);
    const others = all.filter(({ seq }) => seq !== null);
    const count = MAX_LIVE_CHAT_SYNC_ROOMS - fresh.length;
    const from = this.#turn % Math.max(1, others.length);
    this.#turn = from + count;
    return [...fresh, ...[...others, ...others].slice(from, from + Math.min(count, others.length))];
  }

  async #apply(changes: LiveChatRoomChanges): Promise<void> {
    const room = this.#rooms.get(changes.live);
    if (!room) return;
    const before = room.condition;
    if (!changes.isOn) {
      // The viewer is disconnected immediately, since this edge would notice the change only at its next check.
      for (const member of room.members) this.#sendAway(member, "off");
      return;
    }
    const isSame =
      before !== undefined &&
      changes.messages.length === 0 &&
      before.isOpen === changes.isOpen &&
      JSON.stringify(before.settings) === JSON.stringify(changes.settings);
    room.seq = changes.seq;
    room.condition = { ...changes, messages: [] };
    if (isSame) return;
    room.messages = mergeMessages(room.messages, changes.messages);
    room.joined.clear();
    const isNew = before === undefined;
    if (isNew) {
      for (const member of room.members) this.#welcome(room, member);
      return;
    }
    const { messages, seq, settings, isOpen } = changes;
    await notifyAll(room, frameOf({ type: "batch", messages, seq, settings, isOpen }));
  }

  #welcome(room: ChatRoom, member: ChatMember): void {
    const { condition, messages, joined } = room;
    if (!condition) return;
    const isMember = member.claims.previewUserUuid !== undefined;
    const { settings, isOpen, seq } = condition;
    const frame =
      joined.get(isMember) ?? frameOf({ type: "joined", settings, isOpen, isMember, messages, seq });
    joined.set(isMember, frame);
    sendFrame(member, frame);
  }

  #reportAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    const frame = frameOf({ type: "away", isAway });
    for (const room of this.#rooms.values()) void notifyAll(room, frame);
  }
}

const createRoom = (live: string): ChatRoom => ({
  live,
  members: new Set(),
  seq: null,
  condition: undefined,
  messages: [],
  joined: new Map(),
  limit: createRateLimit(MESSAGES_PER_SEC, MESSAGES_BURST),
});

/** Returns the key of a waiting message, from the fields that the api's result repeats. */
const keyOf = ({ live, author, id }: LiveChatResult) => `${live} ${author} ${id}`;

function reportResult(member: ChatMember, { id, state, refusal, retryAfterSec }: LiveChatResult): void {
  if (state === "refused")
    sendAnswer(member, { type: "refused", id, reason: refusal ?? "busy", retryAfterSec });
  else sendAnswer(member, { type: "written", id, state });
}

async function notifyAll({ members }: ChatRoom, frame: ChatFrame): Promise<void> {
  // Viewers who join during the delivery get the message from the history.
  const present = [...members];
  for (const [n, member] of present.entries()) {
    sendFrame(member, frame);
    if ((n + 1) % SEND_BATCH_SIZE === 0) await nextTurn();
  }
}

/** Returns the latest version of each message. Drops deleted messages and the oldest ones, but keeps the pinned message. */
function mergeMessages(
  known: readonly LiveChatMessage[],
  changed: readonly LiveChatMessage[],
): LiveChatMessage[] {
  const all = new Map([...known, ...changed].map((message) => [message.id, message]));
  const shown = [...all.values()]
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted((a, b) => a.position - b.position);
  const first = shown.length - LIVE_CHAT_HISTORY_COUNT;
  return shown.filter(({ isPinned }, n) => isPinned || n >= first);
}
