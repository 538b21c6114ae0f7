import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { mediaOf } from "../media/media-message.ts";
import { encodeAmf0 } from "../protocol/amf0.ts";
import { ChunkReader } from "../protocol/chunk-reader.ts";
import { readCommand } from "../protocol/command.ts";
import { RtmpFault } from "../protocol/fault.ts";
import { MESSAGE } from "../protocol/message.ts";
import { writeChunks } from "../testing/chunks.ts";

const CHUNK_STYLE = { id: 3, format: 0, timeMs: 0, chunkBytes: 128 } as const;
const createMessage = (type: number, payload: Buffer, id = 3) =>
  writeChunks({ type, streamId: 1, payload }, { ...CHUNK_STYLE, id });

/** A short recording of an encoder's messages after the handshake. */
const recording = Buffer.concat([
  createMessage(MESSAGE.command, encodeAmf0("connect", 1, { app: "live", tcUrl: "rtmp://localhost/live" })),
  createMessage(MESSAGE.command, encodeAmf0("createStream", 2, null)),
  createMessage(MESSAGE.command, encodeAmf0("publish", 3, null, "key", "live")),
  createMessage(MESSAGE.data, encodeAmf0("@setDataFrame", "onMetaData", { width: 1280, height: 720 }), 4),
  createMessage(MESSAGE.video, Buffer.from([0x17, 0, 0, 0, 0, ...Buffer.alloc(300)]), 6),
  createMessage(MESSAGE.audio, Buffer.from([0xaf, 0, 0x11, 0x90]), 4),
  createMessage(MESSAGE.aggregate, Buffer.alloc(64, 8), 6),
]);

const anyChanges = fc.array(
  fc.record({ at: fc.nat(recording.length - 1), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) }),
  { maxLength: 12 },
);
const anyCuts = fc.array(fc.nat(recording.length), { maxLength: 8 });

it("corrupted publisher input is accepted or refused, within limited memory", () => {
  fc.assert(
    fc.property(anyChanges, anyCuts, (changed, places) => {
      const bytes = Buffer.from(recording);
      for (const { at, bytes: others } of changed) bytes.set(others.subarray(0, bytes.length - at), at);
      const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
      const reader = new ChunkReader();
      let ackedBytes = 0;
      try {
        for (const [n, from] of edges.slice(0, -1).entries())
          for (const message of reader.push(bytes.subarray(from, edges[n + 1]))) {
            if (message.type === MESSAGE.command || message.type === MESSAGE.commandAmf3)
              readCommand(message);
            for (const { payload } of mediaOf(message)) ackedBytes += payload.length;
          }
      } catch (error) {
        if (!(error instanceof RtmpFault)) throw error;
      }
      expect(ackedBytes).toBeLessThanOrEqual(recording.length);
    }),
  );
});
