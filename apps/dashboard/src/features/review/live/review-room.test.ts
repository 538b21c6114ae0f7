import type { DraftShape, JoinedReview } from "@shoal/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeSocket } from "../../../lib/realtime.ts";
import { createDrawingBoard } from "../drawing/drawing-board.ts";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { createReviewRoom } from "./review-room.ts";

const ROOM = { project: "7f1c2b34-0000-4000-8000-000000000001", version: 1 };
const ME = { id: "me", person: "me", name: "anna", isLeader: false };
const BEN = { id: "ben", person: "ben", name: "ben", isLeader: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a socket whose other end is controlled by the test. */
function fakeSocket() {
  const handlers = new Map<string, Set<(...given: unknown[]) => void>>();
  const sent: [string, unknown][] = [];
  let answer: JoinedReview | Error = { isIn: true, id: "me", people: [ME], leader: null };
  const socket = {
    connected: true,
    on: (name: string, handle: () => void) => {
      const known = handlers.get(name) ?? new Set();
      handlers.set(name, known.add(handle));
    },
    off: (name: string, handle: () => void) => handlers.get(name)?.delete(handle),
    emit: (name: string, content: unknown) => void sent.push([name, content]),
    timeout: () => ({
      emitWithAck: async (name: string, content: unknown) => {
        sent.push([name, content]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    }),
  };
  return {
    socket: socket as unknown as RealtimeSocket,
    sent,
    sentAs: (name: string) => sent.filter(([each]) => each === name).map(([, content]) => content),
    answers: (next: JoinedReview | Error) => {
      answer = next;
    },
    receives: (name: string, content?: unknown) => {
      for (const handle of handlers.get(name) ?? []) handle(content);
    },
  };
}

async function enterRoom({
  isBusy = () => false,
  joined,
}: {
  isBusy?: () => boolean;
  joined?: JoinedReview;
} = {}) {
  const end = fakeSocket();
  if (joined) end.answers(joined);
  const fake = createFakePlayer();
  const board = createDrawingBoard();
  const room = createReviewRoom({ socket: end.socket, room: ROOM, player: fake.player, board, isBusy });
  room.start();
  await vi.advanceTimersByTimeAsync(0);
  return { ...end, ...fake, board, room };
}

test("a follower who joins late jumps to the leader's current position", async () => {
  const { asked, room } = await enterRoom({
    joined: {
      isIn: true,
      id: "me",
      people: [ME, BEN],
      leader: { id: "ben", state: { frame: 100, speed: 1 }, ageMs: 2_000 },
    },
  });
  expect(asked).toEqual(["seek 150", "play 1"]);
  expect(room.getSnapshot()).toMatchObject({ leader: "ben", isFollowing: true, isConnected: true });
});

test("a follower can stop following, and resumes at the leader's current position", async () => {
  const { asked, receives: hears, room } = await enterRoom();
  hears("review.lead", { id: "ben", state: { frame: 40, speed: 0 } });
  room.setFollowing(false);
  hears("review.lead", { id: "ben", state: { frame: 50, speed: 0 } });
  expect(asked).toEqual(["seek 40"]);
  room.setFollowing(true);
  expect(asked).toEqual(["seek 40", "seek 50"]);
  hears("review.lead", { id: "ben", state: null });
  expect(room.getSnapshot().leader).toBeUndefined();
});

test("a reader who is writing stays at their frame until they finish", async () => {
  let isBusy = true;
  const { asked, receives: hears, room } = await enterRoom({ isBusy: () => isBusy });
  hears("review.lead", { id: "ben", state: { frame: 40, speed: 0 } });
  expect(asked).toEqual([]);
  isBusy = false;
  room.follow();
  expect(asked).toEqual(["seek 40"]);
});

test("a leader's play, pause and seeks are sent, and during playback also the position", async () => {
  const { player, room, sentAs, receives: hears, set } = await enterRoom();
  room.lead();
  await vi.advanceTimersByTimeAsync(200);
  player.play(1);
  await vi.advanceTimersByTimeAsync(200);
  set({ shownFrame: 25 });
  await vi.advanceTimersByTimeAsync(1_000);
  player.pause();
  await vi.advanceTimersByTimeAsync(200);
  void player.seekToFrame(300);
  await vi.advanceTimersByTimeAsync(200);
  expect(sentAs("review.lead")).toEqual([
    { frame: 0, speed: 0 },
    { frame: 0, speed: 1 },
    { frame: 25, speed: 1 },
    { frame: 0, speed: 0 },
    { frame: 300, speed: 0 },
  ]);
  hears("review.lead", { id: "ben", state: { frame: 7, speed: 0 } });
  expect(room.getSnapshot()).toMatchObject({ isLeading: false, leader: "ben" });
});

test("a hundred seeks a second are throttled to the server's limit, and the last one is sent", async () => {
  const { player, room, sentAs } = await enterRoom();
  room.lead();
  for (let frame = 1; frame <= 100; frame++) {
    void player.seekToFrame(frame);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(sentAs("review.lead").length).toBeLessThanOrEqual(11);
  expect(sentAs("review.lead").at(-1)).toEqual({ frame: 100, speed: 0 });
});

test("growing strokes are sent, repeated for new participants, and removed when the drawing is cleared", async () => {
  const { board, sentAs, receives: hears } = await enterRoom();
  board.begins([0.1, 0.1], 0.5);
  await vi.advanceTimersByTimeAsync(50);
  board.growsTo([[0.2, 0.2, 0.5]]);
  await vi.advanceTimersByTimeAsync(50);
  const drafts = () => sentAs("review.draft") as DraftShape[];
  const pointCounts = () => drafts().map(({ shape }) => (shape?.kind === "pen" ? shape.points.length : 0));
  expect(pointCounts()).toEqual([1, 2]);
  board.ends();
  hears("review.people", [ME, BEN]);
  await vi.advanceTimersByTimeAsync(50);
  expect(pointCounts()).toEqual([1, 2, 2]);
  board.reset();
  await vi.advanceTimersByTimeAsync(50);
  expect(drafts().at(-1)?.shape).toBeNull();
  expect(new Set(drafts().map(({ id }) => id)).size).toBe(1);
});

test("a stroke removed before it was repeated for a new participant is removed on the pages of the others", async () => {
  const { board, sentAs, receives: hears } = await enterRoom();
  for (const start of [0.1, 0.5]) {
    board.begins([start, start], 0.5);
    board.growsTo([[start, 0.9, 0.5]]);
    board.ends();
    await vi.advanceTimersByTimeAsync(100);
  }
  const ids = board.getSnapshot().shapes.map(({ id }) => id);
  hears("review.people", [ME, BEN]);
  board.reset();
  await vi.advanceTimersByTimeAsync(1_000);
  const removed = (sentAs("review.draft") as DraftShape[]).filter(({ shape }) => shape === null);
  expect(removed.map(({ id }) => id)).toEqual(ids);
});

test("a resting stroke is sent once more, unless it was removed", async () => {
  const { board, sentAs } = await enterRoom();
  board.begins([0.1, 0.1], 0.5);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sentAs("review.draft")).toHaveLength(2);
  board.growsTo([[0.2, 0.2, 0.5]]);
  await vi.advanceTimersByTimeAsync(50);
  board.reset();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sentAs("review.draft")).toHaveLength(4);
  expect(sentAs("review.draft").at(-1)).toMatchObject({ shape: null });
});

test("each of two strokes drawn in quick succession is sent once more", async () => {
  const { board, sentAs } = await enterRoom();
  for (const start of [0.1, 0.5]) {
    board.begins([start, start], 0.5);
    board.growsTo([[start, 0.9, 0.5]]);
    board.ends();
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  const ids = (sentAs("review.draft") as DraftShape[]).map(({ id }) => id);
  expect(Object.values(Object.groupBy(ids, (id) => id)).map((sent) => sent?.length)).toEqual([2, 2]);
});

test("a long stroke is sent within the server's limit of points", async () => {
  const { board, sentAs } = await enterRoom();
  board.begins([0, 0], 0.5);
  for (let step = 1; step <= 300; step++) {
    const row = Array.from(
      { length: 20 },
      (_, n) => [((step * 20 + n) % 500) / 500, step / 400, 0.5] as const,
    );
    board.growsTo(row);
    await vi.advanceTimersByTimeAsync(10);
  }
  const points = (sentAs("review.draft") as DraftShape[]).reduce(
    (sum, { shape }) => sum + (shape?.kind === "pen" ? shape.points.length : 0),
    0,
  );
  expect(points).toBeLessThanOrEqual(20_000 * 3);
});

test("pointers and drafts of a person are removed when they leave", async () => {
  const { receives: hears, room } = await enterRoom();
  const shape = { kind: "pin", at: [0.5, 0.5], color: "#ffffff", size: 0.05 } as const;
  hears("review.people", [ME, BEN]);
  hears("review.pointer", { id: "ben", pointer: [0.1, 0.2] });
  hears("review.draft", { id: "ben", draft: { id: "s", shape } });
  expect(room.getSnapshot().pointers.get("ben")).toEqual([0.1, 0.2]);
  expect(room.getSnapshot().drafts.get("ben")?.get("s")).toEqual(shape);
  hears("review.people", [ME]);
  expect([room.getSnapshot().pointers.size, room.getSnapshot().drafts.size]).toEqual([0, 0]);
});

test("after a lost connection the room is joined again, and the leader continues", async () => {
  const { receives: hears, room, sentAs } = await enterRoom();
  room.lead();
  await vi.advanceTimersByTimeAsync(200);
  hears("disconnect");
  expect(room.getSnapshot()).toMatchObject({ isConnected: false, people: [] });
  hears("connect");
  await vi.advanceTimersByTimeAsync(0);
  expect(sentAs("review.join")).toEqual([ROOM, ROOM]);
  expect(sentAs("review.lead")).toHaveLength(2);
  expect(room.getSnapshot()).toMatchObject({ isConnected: true, isLeading: true });
});

test("a refused participant retries after a while, a removed one does not", async () => {
  const { answers, sentAs, receives: hears, room } = await enterRoom({ joined: { isIn: false } });
  answers({ isIn: true, id: "me", people: [ME], leader: null });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sentAs("review.join")).toHaveLength(2);
  hears("review.ended", ROOM);
  hears("connect");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sentAs("review.join")).toHaveLength(2);
  expect(room.getSnapshot().hasEnded).toBe(true);
});
