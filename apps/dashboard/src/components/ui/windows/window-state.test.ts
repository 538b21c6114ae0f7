import { expect, test } from "vitest";
import { findShown, reduceWindows, type WindowAction, type WindowsState } from "./window-state.ts";

const stateAfter = (...moves: WindowAction[]) =>
  moves.reduce<WindowsState>((state, move) => reduceWindows(state, move), []);
const openAction = (kind: "newVideos" | "newLive") => ({ type: "open", kind }) as const;
const windowIdsOf = (state: WindowsState) => state.map((window) => window.id);

test("a window can be opened, minimised, restored and closed", () => {
  const opened = stateAfter(openAction("newVideos"));
  expect(opened).toMatchObject([{ id: "newVideos", isReduced: false, isLocked: false }]);
  const reduced = reduceWindows(opened, { type: "reduce", id: "newVideos" });
  expect(reduced).toMatchObject([{ isReduced: true }]);
  expect(reduceWindows(reduced, { type: "select", id: "newVideos" })).toMatchObject([{ isReduced: false }]);
  expect(reduceWindows(reduced, { type: "close", id: "newVideos" })).toEqual([]);
});

test("opening an existing window brings it to the front instead of opening another", () => {
  const state = stateAfter(
    openAction("newVideos"),
    openAction("newLive"),
    { type: "reduce", id: "newVideos" },
    openAction("newVideos"),
  );
  expect(windowIdsOf(state)).toEqual(["newVideos", "newLive-1"]);
  expect(state[0]).toMatchObject({ isReduced: false });
  expect([...findShown(state, 1)]).toEqual(["newVideos"]);
});

test("the numbers of live windows are not reused after one is closed", () => {
  const state = stateAfter(
    openAction("newLive"),
    openAction("newLive"),
    { type: "close", id: "newLive-1" },
    openAction("newLive"),
  );
  expect(state.map(({ id, number }) => [id, number])).toEqual([
    ["newLive-2", 2],
    ["newLive-3", 3],
  ]);
});

test("a live that already has a window is not opened in another one", () => {
  const state = stateAfter(openAction("newLive"), openAction("newLive"), {
    type: "note",
    id: "newLive-1",
    change: { subject: "l-1" },
  });
  const again = reduceWindows(state, { type: "open", kind: "newLive", subject: "l-1" });
  expect(windowIdsOf(again)).toEqual(["newLive-1", "newLive-2"]);
  expect([...findShown(again, 1)]).toEqual(["newLive-1"]);
  expect(windowIdsOf(reduceWindows(again, { type: "open", kind: "newLive", subject: "l-2" }))).toHaveLength(
    3,
  );
});

test("details reported from inside a window are kept until it closes", () => {
  const state = stateAfter(openAction("newLive"), openAction("newLive"), {
    type: "note",
    id: "newLive-2",
    change: { isRunning: true },
  });
  expect(state.map(({ isRunning }) => isRunning)).toEqual([false, true]);
  expect(reduceWindows(state, { type: "note", id: "newLive-2", change: { isRunning: true } })).toBe(state);
  expect(reduceWindows(state, { type: "note", id: "newLive-9", change: { isRunning: true } })).toBe(state);
});

test("a locked window can be minimised but not closed, alone or with all windows", () => {
  const locked = stateAfter(openAction("newVideos"), openAction("newLive"), {
    type: "lock",
    kind: "newVideos",
    isLocked: true,
  });
  expect(reduceWindows(locked, { type: "close", id: "newVideos" })).toBe(locked);
  expect(windowIdsOf(reduceWindows(locked, { type: "closeAll" }))).toEqual(["newVideos"]);
  expect(reduceWindows(locked, { type: "reduce", id: "newVideos" })[0]).toMatchObject({ isReduced: true });
  const unlocked = reduceWindows(locked, { type: "lock", kind: "newVideos", isLocked: false });
  expect(reduceWindows(unlocked, { type: "closeAll" })).toEqual([]);
});

test("if not all windows fit, those last brought to the front are shown", () => {
  const state = stateAfter(openAction("newVideos"), openAction("newLive"), openAction("newLive"), {
    type: "select",
    id: "newVideos",
  });
  expect([...findShown(state, 2)].sort()).toEqual(["newLive-2", "newVideos"]);
  expect(findShown(state, 3).size).toBe(3);
  expect(findShown(state, 0).size).toBe(1);
  expect(findShown([], 2).size).toBe(0);
});

test("a move without effect returns the same state", () => {
  const state = stateAfter(openAction("newLive"));
  expect(reduceWindows(state, { type: "close", id: "newVideos" })).toBe(state);
  expect(reduceWindows(state, { type: "lock", kind: "newVideos", isLocked: true })).toBe(state);
  expect(reduceWindows(state, { type: "lock", kind: "newLive", isLocked: false })).toBe(state);
});

test("all windows can be minimised together, and the next one opens in front of them", () => {
  const reduced = stateAfter(openAction("newVideos"), openAction("newLive"), { type: "reduceAll" });
  expect(reduced.every(({ isReduced }) => isReduced)).toBe(true);
  expect(reduceWindows(reduced, { type: "reduceAll" })).toBe(reduced);
  const opened = reduceWindows(reduced, openAction("newLive"));
  expect([...findShown(opened, 1)]).toEqual(["newLive-2"]);
});
