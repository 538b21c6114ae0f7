import { type AmfObject, type AmfValue, encodeAmf0 } from "../protocol/amf0.ts";
import { WRITTEN_CHUNK_BYTES, writeMessage } from "../protocol/chunk-writer.ts";
import { MESSAGE } from "../protocol/message.ts";

/** The id of a connection's only stream. */
export const STREAM_ID = 1;
/** The acknowledgement window of both sides, in bytes. */
export const WINDOW_BYTES = 2_500_000;
const CHUNK_BYTES_BEFORE = 128;
const LIMIT_DYNAMIC = 2;
const STREAM_BEGIN = 0;

const control = (type: number, ...fields: number[]): Buffer =>
  writeMessage({ type, streamId: 0, payload: Buffer.from(fields) }, CHUNK_BYTES_BEFORE);
const bytesOf = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

const command = (streamId: number, ...values: AmfValue[]): Buffer =>
  writeMessage({ type: MESSAGE.command, streamId, payload: encodeAmf0(...values) }, WRITTEN_CHUNK_BYTES);

/** Acknowledges received bytes, so that the publisher continues. */
export const acknowledge = (receivedBytes: number): Buffer =>
  control(MESSAGE.acknowledgement, ...bytesOf(receivedBytes >>> 0));

/** Accepts `connect`, and announces our chunk size. */
export const acceptConnect = (transaction: number): Buffer =>
  Buffer.concat([
    control(MESSAGE.windowSize, ...bytesOf(WINDOW_BYTES)),
    control(MESSAGE.peerBandwidth, ...bytesOf(WINDOW_BYTES), LIMIT_DYNAMIC),
    control(MESSAGE.setChunkSize, ...bytesOf(WRITTEN_CHUNK_BYTES)),
    command(
      0,

      "_result",
      transaction,
      { fmsVer: "FMS/3,5,7,7009", capabilities: 31 },
      statusOf("status", "NetConnection.Connect.Success", "Connected."),
    ),
  ]);

/** Answers a call, with or without a result. */
export const answer = (transaction: number, value: AmfValue = null): Buffer =>
  command(0, "_result", transaction, null, value);

export const acceptPublish = (): Buffer =>
  Buffer.concat([
    control(MESSAGE.userControl, 0, STREAM_BEGIN, ...bytesOf(STREAM_ID)),
    onStatus("status", "NetStream.Publish.Start", "Publishing."),
  ]);

/** Refuses a publication. @param reason a sentence shown to the user of the encoder. */
export const refusePublish = (reason: string): Buffer =>
  onStatus("error", "NetStream.Publish.BadName", reason);

export const confirmUnpublish = (): Buffer =>
  onStatus("status", "NetStream.Unpublish.Success", "No longer published.");

const onStatus = (level: string, code: string, description: string): Buffer =>
  command(STREAM_ID, "onStatus", 0, null, statusOf(level, code, description));

const statusOf = (level: string, code: string, description: string): AmfObject => ({
  level,
  code,
  description,
  ...(code.startsWith("NetConnection") ? { objectEncoding: 0 } : {}),
});
