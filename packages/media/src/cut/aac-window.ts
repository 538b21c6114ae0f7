/**
 * How an AAC-LC frame overlaps with its successor. A decoder computes a frame's audio from its first half and the second half of
 * the previous frame.
 */
export interface AacWindow {
  /** Whether the right half has the shape of a short window. */
  isRightShort: boolean;
  /** The curve of the half: 0 for a sine window, 1 for a Kaiser-Bessel window. */
  shape: number;
}

const SINGLE_CHANNEL = 0;
const CHANNEL_PAIR = 1;
/** Values of `window_sequence` (ISO/IEC 14496-3, 4.6.11) whose right half is short. */
const [LONG_START, EIGHT_SHORT] = [1, 2];

/**
 * Parses the window from the start of a frame (`raw_data_block`).
 * @returns undefined if its channels have separate windows, or other elements come first.
 */
function readAacWindow(frame: Uint8Array): AacWindow | undefined {
  const [a = 0, b = 0, c = 0] = frame;
  const word = (a << 16) | (b << 8) | c;
  const bits = (at: number, count: number) => (word >> (24 - at - count)) & ((1 << count) - 1);
  const element = bits(0, 3);
  const isCommon = element === CHANNEL_PAIR && bits(7, 1) === 1;
  if (!isCommon && element !== SINGLE_CHANNEL) return undefined;
  // A single channel begins with eight bits of gain. A reserved bit, the sequence and the shape follow.
  const at = isCommon ? 8 : 15;
  const sequence = bits(at + 1, 2);
  return { isRightShort: sequence === LONG_START || sequence === EIGHT_SHORT, shape: bits(at + 3, 1) };
}

/**
 * Returns whether one of two encodings of the same audio can continue where the other ends, with no trace but quantization noise.
 * Both must have the same overlap at the end of the last common frame.
 */
export function canSpliceAfter(one: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [readAacWindow(one), readAacWindow(other)];
  return a !== undefined && b !== undefined && a.isRightShort === b.isRightShort && a.shape === b.shape;
}
