import { expect, test, vi } from "vitest";
import { fakePlayer } from "./fake-player.ts";
import { lockPlayers } from "./lock-players.ts";

const tenFramesEarlier = (frame: number) => (frame >= 10 ? frame - 10 : null);
const shownFrameOf = ({ getSnapshot }: ReturnType<typeof fakePlayer>) => getSnapshot().shownFrame;
const isPlayerPlaying = ({ getSnapshot }: ReturnType<typeof fakePlayer>) => getSnapshot().isPlaying;

/** Starts two synchronised players. */
async function startLocked(from = 30) {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  const letGo = lockPlayers(lead, follower, tenFramesEarlier);
  await lead.seekToFrame(from);
  lead.play(1);
  await vi.waitFor(() =>
    expect([isPlayerPlaying(follower), follower.element.playbackRate]).toEqual([true, 1]),
  );
  follower.commands.length = 0;
  return { lead, follower, letGo };
}

test("the follower seeks, plays and pauses with the lead", async () => {
  const { lead, follower } = await startLocked();
  expect(shownFrameOf(follower)).toBe(20);
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: true, speed: 1 });
  lead.pause();
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: false, shownFrame: 20 });
});

test("a follower that is already at its frame starts together with the lead", async () => {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  lockPlayers(lead, follower, tenFramesEarlier);
  await lead.seekToFrame(30);
  lead.play(1);
  expect([isPlayerPlaying(follower), follower.element.playbackRate]).toEqual([true, 1]);
});

test("a small drift is corrected by the speed, and a drift of two frames by holding the player ahead", async () => {
  const { lead, follower } = await startLocked();
  for (const frame of [20.5, 20.6, 20.7]) follower.show(frame);
  expect(follower.element.playbackRate).toBeGreaterThan(0.85);
  expect(follower.element.playbackRate).toBeLessThan(0.97);
  lead.show(33.5);
  expect([lead.element.playbackRate, follower.element.playbackRate]).toEqual([0, expect.closeTo(1, 0)]);
  follower.show(22.9);
  expect(lead.element.playbackRate).toBe(1);
  follower.show(26);
  expect([lead.element.playbackRate, follower.element.playbackRate]).toEqual([1, 0]);
  expect(follower.commands).toEqual([]);
  lead.pause();
  expect(shownFrameOf(follower)).toBe(shownFrameOf(lead) - 10);
});

test("after a jump the lead waits until the follower shows its frame", async () => {
  const { lead, follower } = await startLocked();
  const there = Promise.withResolvers<void>();
  const { seekToFrame } = follower;
  follower.seekToFrame = async (frame) => {
    await there.promise;
    await seekToFrame(frame);
  };
  lead.show(60);
  await vi.waitFor(() => expect(lead.element.playbackRate).toBe(0));
  there.resolve();
  await vi.waitFor(() => expect(lead.element.playbackRate).toBe(1));
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: true, shownFrame: 50 });
});

test("the follower waits while it has no counterpart, and resumes afterwards", async () => {
  const { lead, follower } = await startLocked();
  lead.show(5);
  expect([isPlayerPlaying(follower), lead.element.playbackRate]).toEqual([false, 1]);
  lead.show(12);
  await vi.waitFor(() => expect(follower.getSnapshot()).toMatchObject({ isPlaying: true, shownFrame: 2 }));
});

test("the follower stops at the last frame of its version", async () => {
  const { lead, follower } = await startLocked(100);
  const longer = fakePlayer(200);
  const letGo = lockPlayers(longer, follower, tenFramesEarlier);
  await longer.seekToFrame(109);
  longer.play(1);
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: false, shownFrame: 99 });
  letGo();
  lead.pause();
});

test("seeking is given up if the browser does not reach the frame", async () => {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  follower.seekToFrame = async () => {
    follower.commands.push("seek");
    follower.show(7);
  };
  lockPlayers(lead, follower, tenFramesEarlier);
  await lead.seekToFrame(30);
  expect(follower.commands).toHaveLength(3);
});

test("while paused, the follower returns from one frame too many, but stays where a user moved it", async () => {
  const { lead, follower } = await startLocked();
  lead.pause();
  follower.show(21);
  expect(shownFrameOf(follower)).toBe(20);
  await follower.seekToFrame(77);
  expect(shownFrameOf(follower)).toBe(77);
  await lead.seekToFrame(40);
  expect(shownFrameOf(follower)).toBe(30);
});

test("reverse playback moves frame by frame, and a released follower no longer follows", async () => {
  const { lead, follower, letGo } = await startLocked(50);
  lead.play(-1);
  lead.show(49);
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: false, shownFrame: 39 });
  letGo();
  lead.show(20);
  expect(shownFrameOf(follower)).toBe(39);
});
