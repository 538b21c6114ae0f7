import type { ChatPresence, EnteredChat } from "@shoal/contract";
import { useEffect, useSyncExternalStore } from "react";
import { chatUnseenQuery } from "./chat-unseen.ts";
import { queryClient } from "./queries.ts";
import type { RealtimeSocket } from "./realtime.ts";
import { realtimeSocket } from "./realtime-socket.ts";

interface ChatConnectionState {
  /** Whether the socket is connected and receives the events of all the reader's rooms. */
  isIn: boolean;
  /** The number of times the page has joined its rooms. After each time, the page must request the changes that it missed. */
  entries: number;
  /** Users of the client who have a page open, by UUID. */
  people: ReadonlyMap<string, ChatPresence>;
}

const DISCONNECTED: ChatConnectionState = { isIn: false, entries: 0, people: new Map() };
const RESPONSE_TIMEOUT_MS = 10_000;
/**
 * The delay between two attempts, in ms. It is randomly lengthened by up to its double, so that pages do not all reconnect at the same
 * time.
 */
const RETRY_DELAY_MS = 3_000;
/** The time for which messages are gathered, in ms, because they arrive in bursts. */
const BATCH_DELAY_MS = 250;

/**
 * Creates a store for `useSyncExternalStore` that manages the page's presence in chat over its realtime socket. It joins all rooms of the
 * reader on each connection, reports whether the reader is active, and tracks which other users are. The socket itself reconnects with
 * back-off and jitter.
 */
function createChatConnection() {
  const listeners = new Set<() => void>();
  let state = DISCONNECTED;
  let wants = 0;
  let socket: RealtimeSocket | undefined;
  let stopSocket: (() => void) | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let count: ReturnType<typeof setTimeout> | undefined;

  function set(change: Partial<ChatConnectionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function enter(): void {
    clearTimeout(again);
    const entered = socket;
    if (!entered?.connected) return;
    const repeat = () => {
      if (entered === socket) again = setTimeout(enter, RETRY_DELAY_MS * (1 + Math.random()));
    };
    const handle = (answer: EnteredChat) => {
      if (entered !== socket || !entered.connected) return;
      if (!answer.isIn) return repeat();
      const people = new Map(answer.people.map(({ user, state: each }) => [user, each]));
      set({ isIn: true, entries: state.entries + 1, people });
      countAnew();
    };
    entered.timeout(RESPONSE_TIMEOUT_MS).emitWithAck("chat.enter", currentPresence()).then(handle, repeat);
  }

  function countAnew(): void {
    if (count !== undefined) return;
    count = setTimeout(() => {
      count = undefined;
      void queryClient.invalidateQueries({ queryKey: chatUnseenQuery.queryKey });
    }, BATCH_DELAY_MS);
  }

  function handlePresence({ user, state: each }: { user: string; state: ChatPresence }): void {
    const people = new Map(state.people);
    if (each === "gone") people.delete(user);
    else people.set(user, each);
    set({ people });
  }

  function leave(): void {
    clearTimeout(again);
    set({ isIn: false, people: new Map() });
  }

  const reportState = () => {
    if (state.isIn) socket?.emit("chat.state", currentPresence());
  };

  function follow(): void {
    const next = wants > 0 ? realtimeSocket.get() : undefined;
    if (next === socket) return;
    stopSocket?.();
    stopSocket = undefined;
    socket = next;
    leave();
    if (!next) return;
    next.on("connect", enter);
    next.on("disconnect", leave);
    next.on("chat.presence", handlePresence);
    const counted = ["newMessage", "chat.changed", "chat.read", "chat.room", "chat.left"] as const;
    for (const event of counted) next.on(event, countAnew);
    stopSocket = () => {
      next.off("connect", enter);
      next.off("disconnect", leave);
      next.off("chat.presence", handlePresence);
      for (const event of counted) next.off(event, countAnew);
    };
    enter();
  }

  let stopFollowing: (() => void) | undefined;
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): ChatConnectionState => state,
    /** Joins chat. The page stays joined until every caller has called the function that it got. */
    want(): () => void {
      wants += 1;
      if (wants === 1) {
        const stop = realtimeSocket.subscribe(follow);
        document.addEventListener("visibilitychange", reportState);
        stopFollowing = () => {
          stop();
          document.removeEventListener("visibilitychange", reportState);
        };
        follow();
      }
      return () => {
        wants -= 1;
        if (wants > 0) return;
        stopFollowing?.();
        follow();
      };
    },
    /** Returns the socket that the page uses for chat. */
    socket: (): RealtimeSocket | undefined => socket,
  };
}

const currentPresence = () => (document.visibilityState === "visible" ? "here" : "away");

/** The chat connection of this page. */
export const chatConnection = createChatConnection();

/** Receives chat events for as long as the component is mounted. */
export const useChatEvents = (): void => useEffect(() => chatConnection.want(), []);

export const useChatConnection = (): ChatConnectionState =>
  useSyncExternalStore(chatConnection.subscribe, chatConnection.getSnapshot);
