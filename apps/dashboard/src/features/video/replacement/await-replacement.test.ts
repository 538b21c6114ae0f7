import type { Replacement } from "@shoal/contract";
import { expect, test } from "vitest";
import { type Awaited, awaitReplacement, type ReplacementSeen } from "./await-replacement.ts";

const file = (status: Replacement["status"]): Replacement => ({
  uuid: "u",
  originalname: "new.mp4",
  size: 1,
  status,
  uploadingPercent: 0,

  encodingPercent: 0,
  encodingETA: null,
  errorType: null,
});
const seen = (
  generation: number,
  status: Replacement["status"] | null,
  isSending = false,
): ReplacementSeen => ({ generation, isSending, replacement: status ? file(status) : null });

/** Which of these report that the file has become the media. */
function arrivals(...all: ReplacementSeen[]): number[] {
  let awaited: Awaited | undefined;
  return all.flatMap((now, at) => {
    const next = awaitReplacement(awaited, now);
    awaited = next.awaited;
    return next.hasArrived ? [at] : [];
  });
}

test("a file that is sent, encoded and gone has arrived", () => {
  expect(
    arrivals(
      seen(1, null),
      seen(1, null, true),
      seen(1, null),
      seen(1, "waiting_for_encoding"),
      seen(1, "encoding"),
      seen(2, null),
    ),
  ).toEqual([5]);
});

test("one that was encoded before anyone looked has arrived too, once", () => {
  expect(arrivals(seen(1, null, true), seen(1, null), seen(2, null), seen(2, null))).toEqual([2]);
});

test("one that cannot be used has not, whatever was seen of it before", () => {
  const tried = arrivals(
    seen(1, "waiting_for_encoding"),
    seen(1, "encoding"),
    seen(1, "error"),
    seen(1, null),
  );
  expect(tried).toEqual([]);
});

test("one that someone else gave up has not, and no later change of the media is taken for it", () => {
  expect(arrivals(seen(1, "uploading"), seen(1, null), seen(2, null))).toEqual([]);
});

test("changed media do not trigger a message while playback is not waiting", () => {
  expect(arrivals(seen(1, null), seen(2, null))).toEqual([]);
});
