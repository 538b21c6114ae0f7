import { expect, test } from "vitest";
import { fakePlayer } from "./fake-player.ts";
import { playRanges } from "./play-changes.ts";

const RANGES = [
  { frame: 10, endFrame: 20 },
  { frame: 50, endFrame: 60 },
];
/** Waits until the fake player has completed its seeks. */
const nextTurn = () => Promise.resolve().then(() => undefined);

test("ranges are played one after another, and playback pauses after the last", async () => {
  const player = fakePlayer();
  let ended = 0;
  playRanges(player, RANGES, () => {
    ended += 1;
  });
  await nextTurn();
  expect(player.commands).toEqual(["seek 10", "play 1"]);
  player.show(20);
  await nextTurn();
  expect(player.commands.slice(2)).toEqual(["seek 50"]);
  expect(ended).toBe(0);
  player.show(60);
  expect(player.commands.at(-1)).toBe("pause");
  expect(ended).toBe(1);
});

test("playback starts with the current or next range, and after the last one with the first", async () => {
  for (const [shown, first] of [
    [15, "play 1"],
    [30, "seek 50"],
    [90, "seek 10"],
  ] as const) {
    const player = fakePlayer();
    player.show(shown);
    playRanges(player, RANGES, () => undefined);
    await nextTurn();
    expect(player.commands[0]).toBe(first);
  }
});

test("pausing or seeking ends the playback of ranges", async () => {
  for (const act of ["pause", "seek"] as const) {
    const player = fakePlayer();
    let ended = 0;
    playRanges(player, RANGES, () => {
      ended += 1;
    });
    await nextTurn();
    if (act === "pause") player.pause();
    else void player.seekToFrame(3);
    expect(ended).toBe(1);
    player.commands.length = 0;
    player.show(20);
    await nextTurn();
    expect(player.commands).toEqual([]);
  }
});
