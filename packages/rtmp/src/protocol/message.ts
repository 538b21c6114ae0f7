/** The message types (Adobe, "RTMP 1.0", §5.4 and §7.1). */
export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,

  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const;

export interface RtmpMessage {
  /** The type, one of `MESSAGE`; others are ignored. */
  type: number;
  streamId: number;
  /** The time of the message in 32 bits, which wraps to 0 after 49 days. */
  timestampMs: number;
  payload: Buffer;
}
