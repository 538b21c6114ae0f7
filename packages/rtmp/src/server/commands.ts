import { type AmfObject, type AmfValue, encodeAmf0 } from "../protocol/amf0.ts";
import { WRITTEN_CHUNK_BYTES, writeMessage } from "../protocol/chunk-writer.ts";
import { MESSAGE } from "../protocol/message.ts";

/** The id of a connection's only stream. */
export const STREAM_ID = 1;
/** The acknowledgement window of both sides, in bytes. */
export const WINDOW_BYTES = 2_500_000;
const INITIAL_CHUNK_BYTES = 128;
const DYNAMIC_LIMIT_TYPE = 2;
const STREAM_BEGIN_EVENT = 0;

const writeControlMessage = (type: number, ...fields: number[]): Buffer =>
  writeMessage({ type, streamId: 0, payload: Buffer.from(fields) }, INITIAL_CHUNK_BYTES);
const encodeUint32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

const writeCommand = (streamId: number, ...values: AmfValue[]): Buffer =>
  writeMessage({ type: MESSAGE.command, streamId, payload: encodeAmf0(...values) }, WRITTEN_CHUNK_BYTES);

/** Acknowledges received bytes. Without acknowledgements, the publisher would stop sending. */
export const writeAcknowledgement = (receivedBytes: number): Buffer =>
  writeControlMessage(MESSAGE.acknowledgement, ...encodeUint32(receivedBytes >>> 0));

/** Accepts `connect`, and announces the server's chunk size. */
export const acceptConnect = (transaction: number): Buffer =>
  Buffer.concat([
    writeControlMessage(MESSAGE.windowSize, ...encodeUint32(WINDOW_BYTES)),
    writeControlMessage(MESSAGE.peerBandwidth, ...encodeUint32(WINDOW_BYTES), DYNAMIC_LIMIT_TYPE),
    writeControlMessage(MESSAGE.setChunkSize, ...encodeUint32(WRITTEN_CHUNK_BYTES)),
    writeCommand(
      0,

      "_result",
      transaction,
      { fmsVer: "FMS/3,5,7,7009", capabilities: 31 },
      statusOf("status", "NetConnection.Connect.Success", "Connected."),
    ),
  ]);

/** Responds to a call, with or without a result. */
export const writeAnswer = (transaction: number, value: AmfValue = null): Buffer =>
  writeCommand(0, "_result", transaction, null, value);

export const acceptPublish = (): Buffer =>
  Buffer.concat([
    writeControlMessage(MESSAGE.userControl, 0, STREAM_BEGIN_EVENT, ...encodeUint32(STREAM_ID)),
    writeStatus("status", "NetStream.Publish.Start", "Publishing."),
  ]);

/** Rejects a publication. @param reason a sentence shown to the user of the encoder. */
export const refusePublish = (reason: string): Buffer =>
  writeStatus("error", "NetStream.Publish.BadName", reason);

export const confirmUnpublish = (): Buffer =>
  writeStatus("status", "NetStream.Unpublish.Success", "No longer published.");

const writeStatus = (level: string, code: string, description: string): Buffer =>
  writeCommand(STREAM_ID, "onStatus", 0, null, statusOf(level, code, description));

const statusOf = (level: string, code: string, description: string): AmfObject => ({
  level,
  code,
  description,
  ...(code.startsWith("NetConnection") ? { objectEncoding: 0 } : {}),
});
