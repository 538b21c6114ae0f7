import { expect, it } from "vitest";
import type { MediaMessage } from "../media/media-message.ts";
import { SendQueue } from "./send-queue.ts";

const QUEUE_LIMITS = { queuedMs: 2_000, queuedBytes: 1_000 };
const createMessage = (
  kind: MediaMessage["kind"],
  timestampMs: number,
  ...bytes: number[]
): MediaMessage => ({
  kind,
  timestampMs,
  payload: Buffer.from(bytes),
});
const videoConfig = (mark = 0) => createMessage("video", 0, 0x17, 0, mark);
const soundConfig = createMessage("audio", 0, 0xaf, 0);
const METADATA = createMessage("script", 0, 2);
const keyFrame = (atMs: number, sizeBytes = 10) =>
  createMessage("video", atMs, 0x17, 1, ...Array(sizeBytes - 2).fill(0));
const interFrame = (atMs: number) => createMessage("video", atMs, 0x27, 1);
const audioFrame = (atMs: number) => createMessage("audio", atMs, 0xaf, 1);

function queueOf(...messages: MediaMessage[]): SendQueue {
  const queue = new SendQueue(QUEUE_LIMITS);
  for (const message of messages) queue.push(message, message.timestampMs);
  return queue;
}

function drainQueue(queue: SendQueue): MediaMessage[] {
  const messages: MediaMessage[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) messages.push(next);
  return messages;
}

it("begins with the configurations and the first key frame", () => {
  const queue = queueOf(
    METADATA,
    videoConfig(),
    soundConfig,
    interFrame(0),
    audioFrame(0),
    keyFrame(40),
    audioFrame(60),
    interFrame(80),
  );
  expect(drainQueue(queue)).toEqual([
    METADATA,
    videoConfig(),
    soundConfig,
    keyFrame(40),
    audioFrame(60),
    interFrame(80),
  ]);
});

it("begins with any audio if there is no video", () => {
  expect(drainQueue(queueOf(soundConfig, audioFrame(0), audioFrame(20)))).toEqual([
    soundConfig,
    audioFrame(0),
    audioFrame(20),
  ]);
});

it("drops messages that wait too long, up to the next key frame", () => {
  const queue = queueOf(
    videoConfig(),
    keyFrame(0),
    interFrame(1_000),
    interFrame(2_001),
    audioFrame(2_020),
    keyFrame(3_000),
    audioFrame(3_020),
  );
  expect(drainQueue(queue)).toEqual([videoConfig(), keyFrame(3_000), audioFrame(3_020)]);
  expect(queue.droppedCount).toBe(2);
});

it("drops messages that take too much memory", () => {
  const queue = queueOf(videoConfig(), keyFrame(0, 600), keyFrame(40, 600), interFrame(80));
  expect(drainQueue(queue)).toEqual([videoConfig(), keyFrame(40, 600), interFrame(80)]);
});

it("never skips a configuration, and keeps only the newest of each kind", () => {
  const queue = queueOf(
    videoConfig(1),
    videoConfig(2),
    keyFrame(0),
    videoConfig(3),
    interFrame(2_500),
    videoConfig(4),
    keyFrame(2_600),
  );
  expect(drainQueue(queue)).toEqual([videoConfig(4), keyFrame(2_600)]);
});

it("does not grow with unsent configurations", () => {
  const queue = new SendQueue(QUEUE_LIMITS);
  for (let n = 0; n < 1_000; n++) {
    queue.push(videoConfig(n & 255), n);
    queue.push(keyFrame(n), n);
  }
  expect(drainQueue(queue).reduce((sum, { payload }) => sum + payload.length, 0)).toBeLessThanOrEqual(1_100);
});

it("accepts messages again once the queue is empty", () => {
  const queue = queueOf(videoConfig(), keyFrame(0));
  drainQueue(queue);
  for (const message of [interFrame(5_000), audioFrame(5_020)]) queue.push(message, message.timestampMs);
  expect(drainQueue(queue)).toEqual([interFrame(5_000), audioFrame(5_020)]);
});
