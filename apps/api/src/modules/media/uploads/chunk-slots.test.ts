import type { AppError } from "@shoal/contract";
import { expect, test } from "vitest";
import { ChunkSlots } from "./chunk-slots.ts";

test("refuses a user's thirteenth concurrent chunk until one has ended, and accepts other users' chunks", async () => {
  const places = new ChunkSlots();
  const ends: (() => void)[] = [];
  const send = (user: string) =>
    places.within(user, () => new Promise<string>((end) => ends.push(() => end("read"))));
  const codeOf = (sent: Promise<string>) =>
    sent.catch(({ code, retryAfterSec }: AppError) => `${code} ${retryAfterSec}`);
  const sent = Array.from({ length: 60 }, () => codeOf(send("flood")));
  const other = codeOf(send("other"));
  expect(await Promise.all(sent.slice(12))).toEqual(Array(48).fill("too_many_requests 5"));
  ends[0]?.();
  expect(await sent[0]).toBe("read");
  const next = codeOf(send("flood"));
  expect(await codeOf(send("flood"))).toBe("too_many_requests 5");
  for (const end of ends) end();
  expect(await Promise.all([next, other])).toEqual(["read", "read"]);
});
