import { expect, test } from "vitest";
import { fakePlayer } from "./fake-player.ts";
import { playStretches } from "./play-changes.ts";

const STRETCHES = [
  { frame: 10, endFrame: 20 },
  { frame: 50, endFrame: 60 },
];
/** Waits until seeks have settled. @returns the calls to a player so far. */
const turn = () => Promise.resolve().then(() => undefined);

test("stretches are played one after the other, and behind the last one it pauses", async () => {
  const player = fakePlayer();
  let ended = 0;
  playStretches(player, STRETCHES, () => {
    ended += 1;
  });
  await turn();
  expect(player.commands).toEqual(["seek 10", "play 1"]);
  player.show(20);
  await turn();
  expect(player.commands.slice(2)).toEqual(["seek 50"]);
  expect(ended).toBe(0);
  player.show(60);
  expect(player.commands.at(-1)).toBe("pause");
  expect(ended).toBe(1);
});

test("it begins with the stretch that is shown, or comes next, and with the first one behind the last", async () => {
  for (const [shown, first] of [
    [15, "play 1"],
    [30, "seek 50"],
    [90, "seek 10"],
  ] as const) {
    const player = fakePlayer();
    player.show(shown);
    playStretches(player, STRETCHES, () => undefined);
    await turn();
    expect(player.commands[0]).toBe(first);
  }
});

test("someone who pauses or seeks ends it", async () => {
  for (const act of ["pause", "seek"] as const) {
    const player = fakePlayer();
    let ended = 0;
    playStretches(player, STRETCHES, () => {
      ended += 1;
    });
    await turn();
    if (act === "pause") player.pause();
    else void player.seekToFrame(3);
    expect(ended).toBe(1);
    player.commands.length = 0;
    player.show(20);
    await turn();
    expect(player.commands).toEqual([]);
  }
});
