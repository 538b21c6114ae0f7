import type {
  DraftShape,
  DrawingShape,
  JoinedReview,
  LeaderState,
  ReviewPointer,
  ReviewPresence,
  ReviewRoom,
} from "@shoal/contract";
import type { RealtimeSocket } from "../../../lib/realtime.ts";
import type { DrawingBoard } from "../drawing/drawing-board.ts";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { sendDrafts } from "./draft-sender.ts";
import { followLeader, leaderStateOf } from "./lead.ts";

export interface RoomState {
  isConnected: boolean;
  /** Whether the reader was removed from the project. */
  hasEnded: boolean;
  /** The id of the reader's own page in the list of people. */
  me: string | undefined;
  people: readonly ReviewPresence[];
  /** The pointers of others, as shares of the frame, by page. */
  pointers: ReadonlyMap<string, readonly [number, number]>;
  /** The unfinished drawings of others, by page and shape. */
  drafts: ReadonlyMap<string, ReadonlyMap<string, DrawingShape>>;
  isLeading: boolean;
  /** Id of the leader's page, if it is not this page. */
  leader: string | undefined;
  /** Whether the reader's player follows a leader; the setting remains when the leader changes. */
  isFollowing: boolean;
}

interface RoomOptions {
  socket: RealtimeSocket;
  room: ReviewRoom;
  player: FramePlayer;
  board: DrawingBoard;
  /** Returns whether the reader is writing or drawing: their player does not follow the leader in the meantime. */
  isBusy: () => boolean;
}

const RESPONSE_TIMEOUT_MS = 10_000;
const REJOIN_DELAY_MS = 5_000;
/** Interval of pointer moves in ms, within the server's limits of 20 pointer moves and 10 leader moves a second. */
const POINTER_INTERVAL_MS = 66;
const LEAD_MOVE_INTERVAL_MS = 120;
/** Interval in ms at which followers receive the position of a playing leader. */
const LEAD_INTERVAL_MS = 1_000;
/** Maximum number of unfinished shapes that are kept per participant. A drawing has up to 200 shapes. */
const MAX_DRAFTS = 250;

export type OpenReviewRoom = ReturnType<typeof createReviewRoom>;

const EMPTY_ROOM_STATE: RoomState = {
  isConnected: false,
  hasEnded: false,
  me: undefined,
  people: [],
  pointers: new Map(),
  drafts: new Map(),
  isLeading: false,
  leader: undefined,
  isFollowing: true,
};

/**
 * Creates the shared state of the participants who review a version: their pointers, their drawings, and the leader. A store for
 * `useSyncExternalStore`.
 */
export function createReviewRoom({ socket, room, player, board, isBusy }: RoomOptions) {
  const listeners = new Set<() => void>();
  let state: RoomState = EMPTY_ROOM_STATE;
  /** The last state of the leader, with its time of arrival. */
  let lead: { state: LeaderState; atMs: number } | undefined;
  let rejoin: ReturnType<typeof setTimeout> | undefined;
  let drafts: ReturnType<typeof sendDrafts> | undefined;
  let stopLead: (() => void) | undefined;
  let isStopped = true;

  function set(change: Partial<RoomState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  const pointer = throttle(POINTER_INTERVAL_MS, (at: ReviewPointer) => {
    if (state.me !== undefined) socket.emit("review.pointer", at);
  });

  function follow(): void {
    if (!lead || !state.leader || !state.isFollowing || isBusy()) return;
    followLeader(player, lead.state, performance.now() - lead.atMs);
  }

  function join(): void {
    if (state.hasEnded || isStopped) return;
    clearTimeout(rejoin);
    socket
      .timeout(RESPONSE_TIMEOUT_MS)
      .emitWithAck("review.join", room)
      .then(handleJoined, () => again());
  }
  /** Joins the room again after a delay, because the server may have received too many requests at the same time. */
  function again(): void {
    if (isStopped || !socket.connected) return;
    clearTimeout(rejoin);
    rejoin = setTimeout(join, REJOIN_DELAY_MS);
  }
  function handleJoined(joined: JoinedReview): void {
    if (isStopped) return;
    if (!joined.isIn) {
      again();
      return;
    }
    const { id, people, leader } = joined;
    lead = leader ? { state: leader.state, atMs: performance.now() - leader.ageMs } : undefined;
    set({
      isConnected: true,
      me: id,
      people,
      leader: leader?.id,
      pointers: new Map(),
      drafts: new Map(),
    });
    drafts?.stop();
    drafts = sendDrafts(board, (draft) => socket.emit("review.draft", draft));
    // A reader who was leading before the connection was lost continues to lead, unless another person leads now.
    if (state.isLeading && leader) endLead();
    else if (state.isLeading) socket.emit("review.lead", leaderStateOf(player.getSnapshot()));
    follow();
  }

  function handlePeople(people: ReviewPresence[]): void {
    const ids = new Set(people.map(({ id }) => id));
    const hasCome = people.some(({ id }) => !state.people.some((known) => known.id === id));
    const stay = <Value>(all: ReadonlyMap<string, Value>) => new Map([...all].filter(([id]) => ids.has(id)));
    set({ people, pointers: stay(state.pointers), drafts: stay(state.drafts) });
    if (hasCome) drafts?.again();
  }

  function handlePointer({ id, pointer: at }: { id: string; pointer: ReviewPointer }): void {
    const pointers = new Map(state.pointers);
    if (at) pointers.set(id, at);
    else pointers.delete(id);
    set({ pointers });
  }

  function handleDraft({ id, draft }: { id: string; draft: DraftShape }): void {
    const shapes = new Map(state.drafts.get(id));
    if (draft.shape === null) shapes.delete(draft.id);
    else if (shapes.has(draft.id) || shapes.size < MAX_DRAFTS) shapes.set(draft.id, draft.shape);
    set({ drafts: new Map(state.drafts).set(id, shapes) });
  }

  function handleLead({ id, state: leads }: { id: string; state: LeaderState | null }): void {
    if (leads === null) {
      if (state.leader !== id) return;
      lead = undefined;
      set({ leader: undefined });
      return;
    }
    lead = { state: leads, atMs: performance.now() };
    if (state.isLeading) endLead();
    if (state.leader !== id) set({ leader: id });
    follow();
  }

  function handleEnded(ended: ReviewRoom): void {
    if (ended.project !== room.project.toLowerCase() && ended.project !== room.project) return;
    endLead();
    set({ ...EMPTY_ROOM_STATE, hasEnded: true });
  }

  function handleDisconnect(): void {
    drafts?.stop();
    drafts = undefined;
    lead = undefined;
    set({
      ...EMPTY_ROOM_STATE,
      hasEnded: state.hasEnded,
      isLeading: state.isLeading,
      isFollowing: state.isFollowing,
    });
  }

  function beginLead(): void {
    const sendState = throttle(LEAD_MOVE_INTERVAL_MS, () => {
      if (state.isLeading && state.me !== undefined)
        socket.emit("review.lead", leaderStateOf(player.getSnapshot()));
    });
    const stops = [
      player.on("play", () => sendState.call()),
      player.on("pause", () => sendState.call()),
      player.on("seek", () => sendState.call()),
    ];
    const timer = setInterval(() => {
      if (player.getSnapshot().isPlaying) sendState.call();
    }, LEAD_INTERVAL_MS);
    stopLead = () => {
      for (const stop of stops) stop();
      clearInterval(timer);
      sendState.stop();
    };
    lead = undefined;
    set({ isLeading: true, leader: undefined });
    sendState.call();
  }

  function endLead(): void {
    stopLead?.();
    stopLead = undefined;
    if (state.isLeading) set({ isLeading: false });
  }

  let status = player.getSnapshot().status;
  let stopPlayer: (() => void) | undefined;
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): RoomState => state,
    start(): void {
      isStopped = false;
      socket.on("connect", join);
      socket.on("disconnect", handleDisconnect);
      socket.on("review.people", handlePeople);
      socket.on("review.pointer", handlePointer);
      socket.on("review.draft", handleDraft);
      socket.on("review.lead", handleLead);
      socket.on("review.ended", handleEnded);
      // When the player becomes ready after the reader has joined, it must start at the leader's frame.
      stopPlayer = player.subscribe(() => {
        const before = status;
        status = player.getSnapshot().status;
        if (before !== "ready" && status === "ready") follow();
      });
      if (socket.connected) join();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(rejoin);
      stopPlayer?.();
      pointer.stop();
      drafts?.stop();
      drafts = undefined;
      socket.off("connect", join);
      socket.off("disconnect", handleDisconnect);
      socket.off("review.people", handlePeople);
      socket.off("review.pointer", handlePointer);
      socket.off("review.draft", handleDraft);
      socket.off("review.lead", handleLead);
      socket.off("review.ended", handleEnded);
      endLead();
      if (socket.connected) socket.emit("review.leave");
      state = EMPTY_ROOM_STATE;
    },
    /** Sends the reader's pointer; null outside the picture area. */
    point: (at: ReviewPointer) => pointer.call(at),
    lead(): void {
      if (!state.isLeading) beginLead();
    },
    stopLeading(): void {
      if (!state.isLeading) return;
      endLead();
      socket.emit("review.lead", null);
    },
    setFollowing(isFollowing: boolean): void {
      set({ isFollowing });
      follow();
    },
    /** Follows the leader, who may have moved while the reader was writing or drawing. */
    follow,
  };
}

/** Throttles a function: calls it immediately, afterwards at most once per interval, and finally with the latest arguments. */
function throttle<Given extends unknown[]>(pauseMs: number, run: (...given: Given) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: Given | undefined;
  function end(): void {
    timer = undefined;
    if (next) call(...next);
  }
  function call(...given: Given): void {
    next = given;
    if (timer !== undefined) return;
    next = undefined;
    run(...given);
    timer = setTimeout(end, pauseMs);
  }
  return {
    call,
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      next = undefined;
    },
  };
}
