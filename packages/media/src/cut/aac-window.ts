/**
 * How a frame of AAC-LC overlaps with the one after it. A decoder gets the sound of a frame from its own first half
 * and the second half of the frame before it.
 */
export interface AacWindow {
  /** The half is that of a short window. */
  isRightShort: boolean;
  /** Curve of the half: 0 sine, 1 Kaiser-Bessel. */
  shape: number;
}

const SINGLE_CHANNEL = 0;
const CHANNEL_PAIR = 1;
/** `window_sequence` of ISO/IEC 14496-3, 4.6.11: those that end short. */
const [LONG_START, EIGHT_SHORT] = [1, 2];

/**
 * Reads the window from the beginning of a frame (`raw_data_block`).
 * @returns undefined where its channels have a window each, or where something stands before them.
 */
function readAacWindow(frame: Uint8Array): AacWindow | undefined {
  const [a = 0, b = 0, c = 0] = frame;
  const word = (a << 16) | (b << 8) | c;
  const bits = (at: number, count: number) => (word >> (24 - at - count)) & ((1 << count) - 1);
  const element = bits(0, 3);
  const isCommon = element === CHANNEL_PAIR && bits(7, 1) === 1;
  if (!isCommon && element !== SINGLE_CHANNEL) return undefined;
  // Of a single channel, eight bits of gain stand before it. Then: a reserved bit, the sequence, the shape.
  const at = isCommon ? 8 : 15;
  const sequence = bits(at + 1, 2);
  return { isRightShort: sequence === LONG_START || sequence === EIGHT_SHORT, shape: bits(at + 3, 1) };
}

/**
 * Whether of two encodings of the same sound one may go on where the other one ends, without a trace but for the noise
 * of quantizing: what both have as the last frame before ends alike.
 */
export function canSpliceAfter(one: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [readAacWindow(one), readAacWindow(other)];
  return a !== undefined && b !== undefined && a.isRightShort === b.isRightShort && a.shape === b.shape;
}
