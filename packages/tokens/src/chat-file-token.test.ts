import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readChatFileToken, signChatFile } from "./chat-file-token.ts";

const SECRET = "of this installation, which api and edge share";
const DAY_MS = 24 * 3_600_000;
const CHAT_FILE = { uuid: randomUUID(), mediaType: "image/png", name: "Étalonnage 1.png" };
const nowMs = Date.UTC(2026, 4, 6, 12);
const readToken = (token: string, { name = CHAT_FILE.name, secret = SECRET, atMs = nowMs } = {}) =>
  readChatFileToken(token, { name, secret, nowMs: atMs });

test("a link to a file stays the same for a day and is valid for one to two days", () => {
  const token = signChatFile(CHAT_FILE, SECRET, nowMs);
  expect(signChatFile(CHAT_FILE, SECRET, nowMs + 3_600_000)).toBe(token);
  expect(readToken(token)).toEqual(CHAT_FILE);
  expect(readToken(token, { atMs: nowMs + DAY_MS })).toEqual(CHAT_FILE);
  expect(readToken(token, { atMs: nowMs + 2 * DAY_MS })).toBeUndefined();
});

test("a link is invalid for another file, type or name, or with another secret", () => {
  const token = signChatFile(CHAT_FILE, SECRET, nowMs);
  const [expiry, uuid, type, signature] = token.split(".");
  const html = Buffer.from("text/html").toString("base64url");
  expect(readToken([expiry, randomUUID(), type, signature].join("."))).toBeUndefined();
  expect(readToken([expiry, uuid, html, signature].join("."))).toBeUndefined();
  expect(readToken(token, { name: "invoice.exe" })).toBeUndefined();
  expect(readToken(token, { secret: "of another installation, with as many letters" })).toBeUndefined();
  expect(readToken("")).toBeUndefined();
});
