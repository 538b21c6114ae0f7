import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readChatFileToken, signChatFile } from "./chat-file-token.ts";

const SECRET = "of this installation, which api and edge share";
const DAY_MS = 24 * 3_600_000;
const FILE = { uuid: randomUUID(), mediaType: "image/png", name: "Étalonnage 1.png" };
const nowMs = Date.UTC(2026, 4, 6, 12);
const read = (token: string, { name = FILE.name, secret = SECRET, atMs = nowMs } = {}) =>
  readChatFileToken(token, { name, secret, nowMs: atMs });

test("a link to a file stays the same for a day and is valid for one to two days", () => {
  const token = signChatFile(FILE, SECRET, nowMs);
  expect(signChatFile(FILE, SECRET, nowMs + 3_600_000)).toBe(token);
  expect(read(token)).toEqual(FILE);
  expect(read(token, { atMs: nowMs + DAY_MS })).toEqual(FILE);
  expect(read(token, { atMs: nowMs + 2 * DAY_MS })).toBeUndefined();
});

test("a link is invalid for another file, type or name, or with another secret", () => {
  const token = signChatFile(FILE, SECRET, nowMs);
  const [expiry, uuid, type, signature] = token.split(".");
  const html = Buffer.from("text/html").toString("base64url");
  expect(read([expiry, randomUUID(), type, signature].join("."))).toBeUndefined();
  expect(read([expiry, uuid, html, signature].join("."))).toBeUndefined();
  expect(read(token, { name: "invoice.exe" })).toBeUndefined();
  expect(read(token, { secret: "of another installation, with as many letters" })).toBeUndefined();
  expect(read("")).toBeUndefined();
});
