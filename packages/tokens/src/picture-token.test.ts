import { expect, test } from "vitest";
import { readPictureToken, signPicture } from "./picture-token.ts";

const HOUR_MS = 3_600_000;
const uuid = "11111111-2222-4333-8444-555555555555";
const lock = "0123456789ab";
const secret = "secret";
const signToken = (nowMs: number) => signPicture({ uuid, lock }, secret, nowMs);

test("a token contains the picture's lock and is valid for one to two hours", () => {
  for (const nowMs of [0, 1, HOUR_MS - 1]) {
    expect(readPictureToken(signToken(nowMs), { uuid, secret, nowMs: nowMs + HOUR_MS })).toBe(lock);
    expect(readPictureToken(signToken(nowMs), { uuid, secret, nowMs: nowMs + 2 * HOUR_MS })).toBeUndefined();
  }
});

test("a token stays the same for an hour, so that browsers can cache pictures", () => {
  expect(signToken(5)).toBe(signToken(HOUR_MS - 1));
  expect(signToken(5)).not.toBe(signToken(HOUR_MS));
});

test("a token is invalid for another video, secret, expiry or lock", () => {
  const token = signToken(0);
  const [expiry, , signature] = token.split(".");
  const other = uuid.replaceAll("1", "2");
  expect(readPictureToken(token, { uuid: other, secret, nowMs: 0 })).toBeUndefined();
  expect(readPictureToken(token, { uuid, secret: "another", nowMs: 0 })).toBeUndefined();
  expect(readPictureToken(`zzzzzz.${lock}.${signature}`, { uuid, secret, nowMs: 0 })).toBeUndefined();
  expect(readPictureToken(`${expiry}.ffffffffffff.${signature}`, { uuid, secret, nowMs: 0 })).toBeUndefined();
});

test.each(["", ".", "..", "a", "a.b.c", `0.${uuid}.`])("rejects the malformed token %j", (token) => {
  expect(readPictureToken(token, { uuid, secret, nowMs: 0 })).toBeUndefined();
});
