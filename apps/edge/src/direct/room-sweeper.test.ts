import { DIRECT_HEARTBEAT_INTERVAL_MS } from "@shoal/contract/player";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PLACE_GRACE_MS } from "./room.ts";
import { RoomHarness } from "./room-harness.ts";
import { startRoomSweeper } from "./room-sweeper.ts";

let harness: RoomHarness;
beforeEach(() => {
  vi.useFakeTimers();
  harness = new RoomHarness();
  const stop = startRoomSweeper(harness.sockets, harness.state);
  return stop;
});
afterEach(() => {
  vi.useRealTimers();
});

const REVIEW_INTERVAL_MS = 1_000;

it("closes a connection that leaves three pings unanswered, and keeps one that answers", async () => {
  const page = await harness.film();
  const [silent, well] = [await harness.watch("a"), await harness.watch("b")];
  for (let beat = 0; beat < 4; beat++) {
    vi.advanceTimersByTime(DIRECT_HEARTBEAT_INTERVAL_MS);
    for (const socket of [page, well]) socket.emit("pong");
  }
  expect(silent.closedWith).toBe(1006);
  expect([page.closedWith, well.closedWith]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(PLACE_GRACE_MS);
  expect(page.answers.map(({ type }) => type)).toEqual(["published", "viewer", "viewer", "left"]);
});

it("a viewer who loses access is notified, and the publishing page learns that they have left", async () => {
  const page = await harness.film();
  const viewer = await harness.watch("a");
  harness.denied.add("a");
  vi.advanceTimersByTime(REVIEW_INTERVAL_MS);
  expect(viewer.answers.at(-1)).toEqual({ type: "refused", reason: "denied" });
  expect(page.answers.at(-1)).toMatchObject({ type: "left" });
  expect(harness.state.rooms.count()).toEqual({ rooms: 1, placesTaken: 0, waiting: 0 });
});

it("the room of a deleted live is closed", async () => {
  const page = await harness.film();
  harness.isLiveGone = true;
  vi.advanceTimersByTime(REVIEW_INTERVAL_MS);
  expect(page.answers.at(-1)).toEqual({ type: "refused", reason: "denied" });
  expect(harness.state.rooms.count().rooms).toBe(0);
});

it("a room that now belongs to another edge moves there, without reporting that members left", async () => {
  const page = await harness.film();
  const viewer = await harness.watch("a");
  harness.edge = "https://b.example";
  vi.advanceTimersByTime(REVIEW_INTERVAL_MS);
  const elsewhere = { type: "elsewhere", url: "wss://b.example/direct" };
  expect(viewer.answers.at(-1)).toEqual(elsewhere);
  expect(page.answers.map(({ type }) => type)).toEqual(["published", "viewer", "elsewhere"]);
  expect(harness.state.rooms.count().rooms).toBe(0);
});

it("a failed review is reported, and the next one continues", async () => {
  await harness.film();
  const error = vi.spyOn(harness.state.log, "error");
  const { isGone } = harness.state.access;
  harness.state.access.isGone = () => {
    throw new Error("A fault");
  };
  vi.advanceTimersByTime(REVIEW_INTERVAL_MS);
  expect(error).toHaveBeenCalledOnce();
  harness.state.access.isGone = isGone;
  harness.isLiveGone = true;
  vi.advanceTimersByTime(REVIEW_INTERVAL_MS);
  expect(harness.state.rooms.count().rooms).toBe(0);
});
