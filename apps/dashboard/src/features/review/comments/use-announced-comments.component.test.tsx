import type { CommentView } from "@shoal/contract";
import { useState } from "react";
import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { sampleComment } from "../testing/sample-comment.ts";
import { useAnnouncedComments } from "./use-announced-comments.ts";

cleanAfterEach();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const STORE_ID = {};
let addComments: (comments: CommentView[]) => void;
const announcedText = () => document.querySelector("output")?.textContent;

function AnnouncingPanel() {
  const [comments, setComments] = useState([sampleComment({ uuid: "old" })]);
  // Updates synchronously, because the clock of the test is stopped.
  addComments = (more) => flushSync(() => setComments((now) => [...now, ...more]));
  const byUuid = new Map(comments.map((comment) => [comment.uuid, comment]));
  return <output>{useAnnouncedComments(STORE_ID, byUuid, true)}</output>;
}

test("new comments by others are announced together, many as a number, and the user's own not at all", async () => {
  show(<AnnouncingPanel />);
  await vi.waitFor(() => expect(document.querySelector("output")).not.toBeNull());
  addComments([sampleComment({ uuid: "own", isMine: true }), sampleComment({ uuid: "a", text: "Darker" })]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announcedText()).toBe("");
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(announcedText()).toBe("New comment by anna: Darker"));
  for (const uuid of ["b", "c", "d"]) {
    addComments([sampleComment({ uuid })]);
    await vi.advanceTimersByTimeAsync(400);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(announcedText()).toBe("3 new comments"));
});
