/** The layout of the clock in a frame. A row of squares crosses the width of the frame, and white means 1. */
export interface ClockLayout {
  /** The number of time bits, and the number of check bits after them. */
  timeBits: number;
  checkBits: number;
  /** The height of the clock, as a share of the frame's height from the top. */
  heightShare: number;
}

/** At 360p a square has 16 × 40 pixels, of which an encoder may distort several. */
export const CLOCK_LAYOUT: ClockLayout = { timeBits: 32, checkBits: 8, heightShare: 1 / 9 };
export const CLOCK_SQUARES = CLOCK_LAYOUT.timeBits + CLOCK_LAYOUT.checkBits;
/** The image has more than one line, because not every scaler can enlarge a single line. */
export const CLOCK_LINES = 2;

const WHITE_LEVEL = 255;

/**
 * Returns the clock's squares from left to right, where 1 is white.
 * @param timeMs ms since 1970. Readers get it modulo 2³² ms, or 49 days.
 */
export function clockSquares(timeMs: number): number[] {
  const time = timeMs % 2 ** CLOCK_LAYOUT.timeBits;
  return [
    ...bitsOf(time, CLOCK_LAYOUT.timeBits),
    ...bitsOf(checkOf(time, CLOCK_LAYOUT.timeBits), CLOCK_LAYOUT.checkBits),
  ];
}

/** Draws the clock as a grey image with one pixel per square, `CLOCK_SQUARES` × `CLOCK_LINES`. */
export function drawClock(timeMs: number): Buffer {
  const line = Buffer.from(clockSquares(timeMs).map((bit) => bit * WHITE_LEVEL));
  return Buffer.concat(Array.from({ length: CLOCK_LINES }, () => line));
}

/** Returns the bits of a value, most significant bit first. */
const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** (count - 1 - index)) % 2);

/** Computes a weighted sum of bytes. For this sum, all black and all white are invalid. */
function checkOf(time: number, timeBits: number): number {
  let sum = 90;
  for (let at = 0; at < timeBits / 8; at += 1) sum += (2 * at + 1) * (Math.floor(time / 256 ** at) % 256);
  return sum % 256;
}
