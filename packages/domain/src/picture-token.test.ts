import { expect, test } from "vitest";
import { isPictureToken, signPicture } from "./picture-token.ts";

const DAY_MS = 86_400_000;
const uuid = "11111111-2222-4333-8444-555555555555";
const secret = "secret";

test("shows the picture of its video for a day at least and two at most", () => {
  for (const nowMs of [0, 1, DAY_MS - 1]) {
    const token = signPicture(uuid, secret, nowMs);
    expect(isPictureToken(token, { uuid, secret, nowMs: nowMs + DAY_MS })).toBe(true);
    expect(isPictureToken(token, { uuid, secret, nowMs: nowMs + 2 * DAY_MS })).toBe(false);
  }
});

test("is the same all day, so that browsers keep what they have", () => {
  expect(signPicture(uuid, secret, 5)).toBe(signPicture(uuid, secret, DAY_MS - 1));
  expect(signPicture(uuid, secret, 5)).not.toBe(signPicture(uuid, secret, DAY_MS));
});

test("shows no picture of another video, nor with another secret or a later end", () => {
  const token = signPicture(uuid, secret, 0);
  const other = uuid.replaceAll("1", "2");
  expect(isPictureToken(token, { uuid: other, secret, nowMs: 0 })).toBe(false);
  expect(isPictureToken(token, { uuid, secret: "another", nowMs: 0 })).toBe(false);
  expect(isPictureToken(`zzzzzz.${token.split(".")[1]}`, { uuid, secret, nowMs: 0 })).toBe(false);
});

test.each(["", ".", "..", "a", "a.b.c", `0.${uuid}.`])("%j shows nothing", (token) => {
  expect(isPictureToken(token, { uuid, secret, nowMs: 0 })).toBe(false);
});
