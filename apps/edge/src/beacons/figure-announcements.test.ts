import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FigureAnnouncements } from "./figure-announcements.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function announcementsOf(send: () => Promise<void>) {
  const faults: unknown[] = [];
  const announcements = new FigureAnnouncements({
    apiUrl: "http://api.test",
    internalSecret: "secret",
    onAway: (error) => faults.push(error),
    send,
  });
  return { announcements, faults };
}

test("announces new figures at once, and all figures of the next two seconds with one announcement", async () => {
  const send = vi.fn(async () => undefined);
  const { announcements } = announcementsOf(send);
  announcements.notice();
  expect(send).toHaveBeenCalledTimes(1);
  announcements.notice();
  announcements.notice();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).toHaveBeenCalledTimes(2);
  announcements.notice();
  expect(send).toHaveBeenCalledTimes(3);
  await announcements.close();
});

test("a failed announcement is reported, and the next figures are announced again", async () => {
  const { announcements, faults } = announcementsOf(() => Promise.reject(new Error("away")));
  announcements.notice();
  await vi.advanceTimersByTimeAsync(2_000);
  announcements.notice();
  await announcements.close();
  expect(faults).toEqual([new Error("away"), new Error("away")]);
});
