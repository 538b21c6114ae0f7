import { expect, it } from "vitest";
import type { MediaMessage } from "../media/media-message.ts";
import { SendQueue } from "./send-queue.ts";

const LIMITS = { queuedMs: 2_000, queuedBytes: 1_000 };
const made = (kind: MediaMessage["kind"], timestampMs: number, ...bytes: number[]): MediaMessage => ({
  kind,
  timestampMs,
  payload: Buffer.from(bytes),
});
const config = (mark = 0) => made("video", 0, 0x17, 0, mark);
const soundConfig = made("audio", 0, 0xaf, 0);
const metadata = made("script", 0, 2);
const key = (atMs: number, sizeBytes = 10) => made("video", atMs, 0x17, 1, ...Array(sizeBytes - 2).fill(0));
const later = (atMs: number) => made("video", atMs, 0x27, 1);
const sound = (atMs: number) => made("audio", atMs, 0xaf, 1);

function queueOf(...messages: MediaMessage[]): SendQueue {
  const queue = new SendQueue(LIMITS);
  for (const message of messages) queue.push(message, message.timestampMs);
  return queue;
}

function rest(queue: SendQueue): MediaMessage[] {
  const messages: MediaMessage[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) messages.push(next);
  return messages;
}

it("begins with the configurations and the first key frame", () => {
  const queue = queueOf(metadata, config(), soundConfig, later(0), sound(0), key(40), sound(60), later(80));
  expect(rest(queue)).toEqual([metadata, config(), soundConfig, key(40), sound(60), later(80)]);
});

it("begins with any audio if there is no video", () => {
  expect(rest(queueOf(soundConfig, sound(0), sound(20)))).toEqual([soundConfig, sound(0), sound(20)]);
});

it("drops messages that wait too long, up to the next key frame", () => {
  const queue = queueOf(config(), key(0), later(1_000), later(2_001), sound(2_020), key(3_000), sound(3_020));
  expect(rest(queue)).toEqual([config(), key(3_000), sound(3_020)]);
  expect(queue.droppedCount).toBe(2);
});

it("drops messages that take too much memory", () => {
  const queue = queueOf(config(), key(0, 600), key(40, 600), later(80));
  expect(rest(queue)).toEqual([config(), key(40, 600), later(80)]);
});

it("never skips a configuration, and keeps only the newest of each kind", () => {
  const queue = queueOf(config(1), config(2), key(0), config(3), later(2_500), config(4), key(2_600));
  expect(rest(queue)).toEqual([config(4), key(2_600)]);
});

it("does not grow with unsent configurations", () => {
  const queue = new SendQueue(LIMITS);
  for (let n = 0; n < 1_000; n++) {
    queue.push(config(n & 255), n);
    queue.push(key(n), n);
  }
  expect(rest(queue).reduce((sum, { payload }) => sum + payload.length, 0)).toBeLessThanOrEqual(1_100);
});

it("accepts messages again once the queue is empty", () => {
  const queue = queueOf(config(), key(0));
  rest(queue);
  for (const message of [later(5_000), sound(5_020)]) queue.push(message, message.timestampMs);
  expect(rest(queue)).toEqual([later(5_000), sound(5_020)]);
});
