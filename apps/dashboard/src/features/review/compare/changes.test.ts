import type { AlignmentView } from "@shoal/contract";
import { expect, test } from "vitest";
import { listChanges, playedStretches } from "./changes.ts";

type Range = AlignmentView["ranges"][number];
const range = (kind: Range["kind"], frame: number, endFrame: number, isSure = true): Range => ({
  kind,
  frame,
  endFrame,
  previousFrame: kind === "new" ? null : frame,
  previousEndFrame: kind === "new" ? null : endFrame,
  isSure,
});

test("stretches of one kind are one, sure only where all of it is; what is gone stands at its place", () => {
  const changes = listChanges({
    ranges: [range("same", 0, 9), range("same", 10, 19, false), range("new", 20, 29), range("same", 30, 99)],
    gone: [{ previousFrame: 5, previousEndFrame: 8, frame: 30 }],
  });
  expect(changes.map(({ kind, frame, endFrame, isSure }) => [kind, frame, endFrame, isSure])).toEqual([
    ["same", 0, 19, false],
    ["new", 20, 29, true],
    ["gone", 30, 30, true],
    ["same", 30, 99, true],
  ]);
});

test("what changed is played with handles, each frame once, inside the version", () => {
  const changes = listChanges({
    ranges: [
      range("new", 0, 9),
      range("same", 10, 19),
      range("regraded", 20, 29),
      range("shortened", 30, 89),
      range("moved", 90, 99),
    ],
    gone: [{ previousFrame: 200, previousEndFrame: 220, frame: 60 }],
  });
  expect(playedStretches(changes, 5, 100)).toEqual([
    { frame: 0, endFrame: 34 },
    { frame: 55, endFrame: 65 },
    { frame: 85, endFrame: 99 },
  ]);
  expect(playedStretches(changes, 12, 100)).toHaveLength(3);
  expect(playedStretches(listChanges({ ranges: [range("same", 0, 99)], gone: [] }), 5, 100)).toEqual([]);
});
