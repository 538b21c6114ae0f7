import { DIRECT_HEARTBEAT_MS } from "@shoal/contract/player";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PLACE_KEPT_MS } from "./room.ts";
import { RoomRig } from "./room-rig.ts";
import { startRoomSweeper } from "./room-sweeper.ts";

let rig: RoomRig;
beforeEach(() => {
  vi.useFakeTimers();
  rig = new RoomRig();
  const stop = startRoomSweeper(rig.sockets, rig.state);
  return stop;
});
afterEach(() => {
  vi.useRealTimers();
});

const REVIEW_MS = 1_000;

it("closes a connection that leaves three pings unanswered, and keeps one that answers", async () => {
  const page = await rig.film();
  const [silent, well] = [await rig.watch("a"), await rig.watch("b")];
  for (let beat = 0; beat < 4; beat++) {
    vi.advanceTimersByTime(DIRECT_HEARTBEAT_MS);
    for (const socket of [page, well]) socket.emit("pong");
  }
  expect(silent.closedWith).toBe(1006);
  expect([page.closedWith, well.closedWith]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(PLACE_KEPT_MS);
  expect(page.answers.map(({ type }) => type)).toEqual(["published", "viewer", "viewer", "left"]);
});

it("a viewer who loses access is notified, and the publishing page learns that they have left", async () => {
  const page = await rig.film();
  const viewer = await rig.watch("a");
  rig.denied.add("a");
  vi.advanceTimersByTime(REVIEW_MS);
  expect(viewer.answers.at(-1)).toEqual({ type: "refused", reason: "denied" });
  expect(page.answers.at(-1)).toMatchObject({ type: "left" });
  expect(rig.state.rooms.count()).toEqual({ rooms: 1, placesTaken: 0, waiting: 0 });
});

it("the room of a deleted live is closed", async () => {
  const page = await rig.film();
  rig.isLiveGone = true;
  vi.advanceTimersByTime(REVIEW_MS);
  expect(page.answers.at(-1)).toEqual({ type: "refused", reason: "denied" });
  expect(rig.state.rooms.count().rooms).toBe(0);
});

it("a room that now belongs to another edge moves there, without reporting that members left", async () => {
  const page = await rig.film();
  const viewer = await rig.watch("a");
  rig.edge = "https://b.example";
  vi.advanceTimersByTime(REVIEW_MS);
  const elsewhere = { type: "elsewhere", url: "wss://b.example/direct" };
  expect(viewer.answers.at(-1)).toEqual(elsewhere);
  expect(page.answers.map(({ type }) => type)).toEqual(["published", "viewer", "elsewhere"]);
  expect(rig.state.rooms.count().rooms).toBe(0);
});

it("a failed review is reported, and the next one continues", async () => {
  await rig.film();
  const error = vi.spyOn(rig.state.log, "error");
  const { isGone } = rig.state.access;
  rig.state.access.isGone = () => {
    throw new Error("A fault");
  };
  vi.advanceTimersByTime(REVIEW_MS);
  expect(error).toHaveBeenCalledOnce();
  rig.state.access.isGone = isGone;
  rig.isLiveGone = true;
  vi.advanceTimersByTime(REVIEW_MS);
  expect(rig.state.rooms.count().rooms).toBe(0);
});
