import { expect, onTestFinished, test, vi } from "vitest";
import { watchDisk } from "./disk-watch.ts";

function openWatch(free: { media: number; work: number }) {
  const changes: boolean[] = [];
  const disk = watchDisk({
    rooms: [async () => free.media, async () => free.work],
    lowBytes: 100,
    onChange: (isLow) => changes.push(isLow),
    onError: vi.fn(),
  });
  onTestFinished(() => disk.stop());
  return { disk, changes };
}

test("work is returned when either disk is low, and starts again only with some room to spare", async () => {
  const free = { media: 500, work: 500 };
  const { disk, changes } = openWatch(free);
  expect(await disk.check()).toBe(false);
  const { signal } = disk;
  free.work = 99;
  expect([await disk.check(), signal.aborted, disk.isLow]).toEqual([true, true, true]);
  free.work = 110;
  expect(await disk.check()).toBe(true);
  free.work = 121;
  expect([await disk.check(), disk.signal.aborted]).toEqual([false, false]);
  free.media = 0;
  expect(await disk.check()).toBe(true);
  expect(changes).toEqual([true, false, true]);
});

test("the disks are checked periodically", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const free = { media: 500, work: 500 };
  const { disk } = openWatch(free);
  free.media = 1;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(disk.isLow).toBe(true);
});
