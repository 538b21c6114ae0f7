import { expect, test } from "vitest";
import type { DirectState } from "./direct-receiver.ts";
import { waitNoticeOf } from "./direct-wait.ts";

const noPublisher: DirectState = { phase: "waiting", reason: "nobody", waitingBefore: 0 };

test.each<[string, DirectState, boolean, object | undefined]>([
  ["nobody films yet", noPublisher, false, { reason: "nobody", waitingBefore: 0, afterMs: 0 }],
  ["who filmed has gone", noPublisher, true, { reason: "connection", afterMs: 2_000 }],
  ["the live has ended", { phase: "waiting", reason: "over" }, true, { reason: "over", afterMs: 0 }],
  ["all places are taken", { phase: "waiting", reason: "full" }, true, { reason: "full", afterMs: 0 }],
  ["a connection is lost", { phase: "lost" }, true, { reason: "connection", afterMs: 2_000 }],
  ["one is made", { phase: "connecting" }, false, { reason: "connection", afterMs: 8_000 }],
  ["nothing is asked for", { phase: "away" }, true, undefined],
])("waitNoticeOf returns the notice when %s", (_when, state, hasShown, wait) => {
  expect(waitNoticeOf(state, hasShown)).toEqual(wait);
});
