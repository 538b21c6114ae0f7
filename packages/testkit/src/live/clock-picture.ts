/** How the clock stands in a picture: a row of squares over its whole width, white for 1. */
export interface ClockLayout {
  /** Bits of the time, then of what proves that it was read well. */
  timeBits: number;
  checkBits: number;
  /** Of the picture's height, from the top. */
  heightShare: number;
}

/** At 360p a square has 16 × 40 pixels: several of those that an encoder may spoil. */
export const CLOCK_LAYOUT: ClockLayout = { timeBits: 32, checkBits: 8, heightShare: 1 / 9 };
export const CLOCK_SQUARES = CLOCK_LAYOUT.timeBits + CLOCK_LAYOUT.checkBits;
/** Those of more than one line can be enlarged by every scaler. */
export const CLOCK_LINES = 2;

const WHITE = 255;

/**
 * The clock's squares, from left to right: 1 for a white one.
 * @param timeMs since 1970; what is read back is known up to 2³² ms, or 49 days.
 */
export function clockSquares(timeMs: number): number[] {
  const time = timeMs % 2 ** CLOCK_LAYOUT.timeBits;
  return [
    ...bitsOf(time, CLOCK_LAYOUT.timeBits),
    ...bitsOf(checkOf(time, CLOCK_LAYOUT.timeBits), CLOCK_LAYOUT.checkBits),
  ];
}

/** The same as a grey picture of one pixel each, `CLOCK_SQUARES` × `CLOCK_LINES`. */
export function drawClock(timeMs: number): Buffer {
  const line = Buffer.from(clockSquares(timeMs).map((bit) => bit * WHITE));
  return Buffer.concat(Array.from({ length: CLOCK_LINES }, () => line));
}

/** The most significant one first. */
const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, place) => Math.floor(value / 2 ** (count - 1 - place)) % 2);

/** Of bytes that weigh differently; all black and all white are wrong. */
function checkOf(time: number, timeBits: number): number {
  let sum = 90;
  for (let at = 0; at < timeBits / 8; at += 1) sum += (2 * at + 1) * (Math.floor(time / 256 ** at) % 256);
  return sum % 256;
}
