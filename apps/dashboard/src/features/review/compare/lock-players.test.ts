import { expect, test } from "vitest";
import { fakePlayer } from "./fake-player.ts";
import { lockPlayers } from "./lock-players.ts";

const minus10 = (frame: number) => (frame >= 10 ? frame - 10 : null);

test("the follower shows the other version's frame of each seek, and plays and pauses with the lead", () => {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  lockPlayers(lead, follower, minus10);
  void lead.seekToFrame(30);
  expect(follower.getSnapshot().shownFrame).toBe(20);
  lead.play(1);
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: true, speed: 1 });
  lead.pause();
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: false, shownFrame: 20 });
});

test("a frame apart is made good by a slightly other speed, more by a seek, and paused they are equal", () => {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  lockPlayers(lead, follower, minus10);
  void lead.seekToFrame(30);
  lead.play(1);
  follower.told.length = 0;
  lead.show(31);
  expect(follower.told).toEqual([]);
  expect(follower.element.playbackRate).toBeCloseTo(1.1);
  follower.show(21);
  lead.show(31);
  expect(follower.element.playbackRate).toBe(1);
  lead.show(40);
  expect(follower.told).toEqual(["seek 30"]);
  lead.show(41);
  lead.pause();
  expect(follower.getSnapshot().shownFrame).toBe(31);
});

test("where the other version has no such picture the follower waits, and goes on behind it", () => {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  lockPlayers(lead, follower, minus10);
  lead.play(1);
  lead.show(5);
  expect(follower.getSnapshot().isPlaying).toBe(false);
  lead.show(12);
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: true, shownFrame: 2 });
});

test("backwards it goes frame by frame, and once let go it hears nothing", () => {
  const [lead, follower] = [fakePlayer(), fakePlayer()];
  const letGo = lockPlayers(lead, follower, minus10);
  void lead.seekToFrame(50);
  lead.play(-1);
  lead.show(49);
  expect(follower.getSnapshot()).toMatchObject({ isPlaying: false, shownFrame: 39 });
  letGo();
  lead.show(20);
  expect(follower.getSnapshot().shownFrame).toBe(39);
});
