/** What a page of the bench measures. Both engines are measured alike, from the video element and the appended bytes. */
export interface PlaybackMeasurements {
  /** The time from the start of the navigation to the first frame, in ms. */
  firstFrameMs: number | null;
  /**
   * The stalls after the first frame that last for a frame or longer. Stalls caused by seeking are excluded. Times count from the
   * start of the navigation.
   */
  stalls: { atSec: number; forSec: number }[];
  bytesAppended: number;
  /** The number of appended segments that contain bytes of a malicious peer. */
  wrongAppends: number;
  positionSec: number;
  isEnded: boolean;
  /** The newest live segment in the buffer, and its end on the player's timeline. */
  newest: { number: number; endSec: number } | null;
  atMs: number;
}

/** The byte with which malicious peers fill the data that they send. */
export const CORRUPT_BYTE = 0xa5;

/**
 * Measures playback. The function runs in the page before the page's scripts, and `readSeen` returns its measurements. It is sent
 * as text, so it must not refer to anything outside.
 */
export function measurePlayback(lie: number): void {
  const PARTS_MAX = 100;
  const LIE_RUN = 256;
  /** The duration of a frame. Viewers do not notice a shorter stall. */
  const FRAME_MS = 1000 / 15;
  const seen: PlaybackMeasurements = {
    firstFrameMs: null,
    stalls: [],
    bytesAppended: 0,
    wrongAppends: 0,

    positionSec: 0,
    isEnded: false,
    newest: null,
    atMs: 0,
  };
  let video: HTMLVideoElement | undefined;
  let stalledAtMs: number | undefined;

  const follow = (event: Event) => {
    if (video || !(event.target instanceof HTMLVideoElement)) return;
    video = event.target;
    video.requestVideoFrameCallback(() => {
      seen.firstFrameMs = performance.now();
    });
  };
  document.addEventListener("loadstart", follow, true);
  const stall = () => {
    if (!video || video.seeking || video.ended || seen.firstFrameMs === null || stalledAtMs !== undefined)
      return;
    stalledAtMs = performance.now();
  };
  const waiting = (): PlaybackMeasurements["stalls"] => {
    if (stalledAtMs === undefined) return [];
    const forMs = performance.now() - stalledAtMs;
    return forMs < FRAME_MS ? [] : [{ atSec: stalledAtMs / 1000, forSec: forMs / 1000 }];
  };
  const resume = () => {
    seen.stalls.push(...waiting());
    stalledAtMs = undefined;
  };
  document.addEventListener("waiting", stall, true);
  document.addEventListener("playing", resume, true);

  /** Returns the number of a segment. The fragments of a live contain the number of their segment and part. */
  const segmentOf = (bytes: Uint8Array): number | undefined => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let found: number | undefined;
    for (let at = 0; at + 8 <= bytes.length; ) {
      const size = view.getUint32(at);
      const isFragment = view.getUint32(at + 4) === 0x6d6f6f66;
      if (isFragment) found = Math.floor(view.getUint32(at + 20) / PARTS_MAX);
      if (size < 8) break;
      at += size;
    }
    return found;
  };
  const isWrong = (bytes: Uint8Array): boolean => {
    let length = 0;
    for (const byte of bytes) {
      length = byte === lie ? length + 1 : 0;
      if (length === LIE_RUN) return true;
    }
    return false;
  };

  const append = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function (this: SourceBuffer, data: BufferSource) {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    seen.bytesAppended += bytes.length;
    if (isWrong(bytes)) seen.wrongAppends += 1;
    const number = segmentOf(bytes);
    const record = () => {
      if (number === undefined || this.buffered.length === 0) return;
      seen.newest = { number, endSec: this.buffered.end(this.buffered.length - 1) };
    };
    this.addEventListener("updateend", record, { once: true });
    append.call(this, data);
  };

  const read = (): PlaybackMeasurements => {
    const stalls = [...seen.stalls, ...waiting()];
    const { currentTime: positionSec = 0, ended: isEnded = false } = video ?? {};
    return { ...seen, stalls, positionSec, isEnded, atMs: Date.now() };
  };
  Object.assign(window, { readSeen: read });
}
