import { type AmfValue, encodeAmf0 } from "../protocol/amf0.ts";
import { WRITTEN_CHUNK_BYTES, writeMessage } from "../protocol/chunk-writer.ts";
import { MESSAGE } from "../protocol/message.ts";

/** The transaction ids of the client's calls, which the server's responses repeat. */
export const CALL_IDS = { connect: 1, release: 2, announce: 3, createStream: 4, publish: 5, end: 6 } as const;
const PONG_EVENT = 7;
/** The chunk size that servers assume before a client sets one. */
const INITIAL_CHUNK_BYTES = 128;

const encodeUint32s = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * n);
  return bytes;
};

const writeCommand = (streamId: number, chunkBytes: number, ...values: AmfValue[]): Buffer =>
  writeMessage({ type: MESSAGE.command, streamId, payload: encodeAmf0(...values) }, chunkBytes);
const writeCall = (...values: AmfValue[]): Buffer => writeCommand(0, WRITTEN_CHUNK_BYTES, ...values);

/** Requests a connection. @param tcUrl the server, without a key. */
export const connectCommand = (app: string, tcUrl: string): Buffer =>
  writeCommand(0, INITIAL_CHUNK_BYTES, "connect", CALL_IDS.connect, {
    app,
    type: "nonprivate",
    tcUrl,
    // Servers use this field to distinguish encoders from players.
    flashVer: "FMLE/3.0 (compatible; Shoal)",
  });

/** Sets the client's chunk size and requests a stream. Some platforms require the key before this request. */
export const createStreamCommand = (key: string): Buffer =>
  Buffer.concat([
    writeMessage(
      { type: MESSAGE.setChunkSize, streamId: 0, payload: encodeUint32s(WRITTEN_CHUNK_BYTES) },
      INITIAL_CHUNK_BYTES,
    ),
    writeCall("releaseStream", CALL_IDS.release, null, key),
    writeCall("FCPublish", CALL_IDS.announce, null, key),
    writeCall("createStream", CALL_IDS.createStream, null),
  ]);

export const publishCommand = (streamId: number, key: string): Buffer =>
  writeCommand(streamId, WRITTEN_CHUNK_BYTES, "publish", CALL_IDS.publish, null, key, "live");

/** Sends the last message of a publication, which ends it. */
export const sendUnpublish = (streamId: number, key: string): Buffer =>
  Buffer.concat([
    writeCall("FCUnpublish", CALL_IDS.end, null, key),
    writeCall("deleteStream", CALL_IDS.end + 1, null, streamId),
  ]);

/** Answers a ping. */
export const writePong = (payload: Buffer): Buffer =>
  writeMessage(
    {
      type: MESSAGE.userControl,
      streamId: 0,
      payload: Buffer.concat([Buffer.from([0, PONG_EVENT]), payload]),
    },
    WRITTEN_CHUNK_BYTES,
  );

/** Acknowledges the bytes received. */
export const acknowledgementOf = (receivedBytes: number): Buffer =>
  writeMessage(
    { type: MESSAGE.acknowledgement, streamId: 0, payload: encodeUint32s(receivedBytes) },
    WRITTEN_CHUNK_BYTES,
  );
