import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import type { ChatStore } from "../store/chat-store.ts";
import { createRoomLog } from "../store/room-log.ts";
import { ChatContext } from "../store/use-chat.ts";
import { sampleMessage } from "../testing/sample-chat.ts";
import { useAnnouncedMessages } from "./use-announced-messages.ts";

cleanAfterEach();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

let addMessages: (count: number) => void;
let spoken: string[];
/** The number of messages in the latest render whose effects have run. */
let rendered: number;

/** Renders a room with the given number of messages by another person. */
function AnnouncedRoom() {
  const [count, setCount] = useState(1);
  addMessages = setCount;
  const messages = Array.from({ length: count }, (_, n) => sampleMessage({ position: n + 1 }));
  const seq = count;
  const text = useAnnouncedMessages(
    "room-1",
    createRoomLog({ messages, hasBefore: false, hasAfter: false, seq, readPosition: 0 } as never),
  );
  if (spoken.at(-1) !== text) spoken.push(text);
  useEffect(() => {
    rendered = count;
  }, [count]);
  return <output>{text}</output>;
}

/** Adds messages at an interval. @param everyMs the interval in ms. */
async function addMessagesRepeatedly(everyMs: number, times: number): Promise<void> {
  spoken = [];
  rendered = 0;
  show(
    <ChatContext value={{ me: "user-1" } as ChatStore}>
      <AnnouncedRoom />
    </ChatContext>,
  );
  await vi.waitFor(() => expect(rendered).toBe(1));
  for (let n = 0; n < times; n += 1) {
    addMessages(n + 2);
    await vi.waitFor(() => expect(rendered).toBe(n + 2));
    await vi.advanceTimersByTimeAsync(everyMs);
  }
}

test("a steady conversation is announced in groups while it continues", async () => {
  await addMessagesRepeatedly(500, 12);
  const announcements = spoken.filter(Boolean);
  expect(announcements.length).toBeGreaterThanOrEqual(2);
  expect(announcements.length).toBeLessThanOrEqual(4);
  expect(announcements[0]).toMatch(/\d new messages/);
});

test("a single message is read out once", async () => {
  await addMessagesRepeatedly(2_000, 1);
  await vi.waitFor(() => expect(spoken).toEqual(["", "anna: Text 2"]));
});
