import { expect, test } from "vitest";
import { FlvReader, flvHeader, flvTag } from "./flv.ts";
import type { MediaMessage } from "./media-message.ts";

const MESSAGES: MediaMessage[] = [
  { kind: "script", timestampMs: 0, payload: Buffer.from("about") },
  { kind: "video", timestampMs: 0xffff_fff0, payload: Buffer.from([0x17, 1, 0, 0, 0, 9, 9]) },
  { kind: "audio", timestampMs: 21, payload: Buffer.alloc(0) },
];
const FLV_FILE = Buffer.concat([flvHeader({ hasAudio: true, hasVideo: true }), ...MESSAGES.map(flvTag)]);

test.each([1, 2, 7, 13, FLV_FILE.length])(
  "a file that arrives in chunks of %i bytes is read tag by tag",
  (step) => {
    const reader = new FlvReader();
    const read: MediaMessage[] = [];
    for (let at = 0; at < FLV_FILE.length; at += step)
      read.push(...reader.push(FLV_FILE.subarray(at, at + step)));
    expect(read).toEqual(MESSAGES);
  },
);

test("data other than FLV, and an endless tag, are refused", () => {
  expect(() => new FlvReader().push(Buffer.from("RIFF----WAVEfmt "))).toThrow("no FLV");
  const endless = Buffer.concat([flvHeader({ hasAudio: true, hasVideo: true }), Buffer.alloc(11, 0xff)]);
  expect(() => new FlvReader().push(endless)).toThrow("message_too_large");
});
