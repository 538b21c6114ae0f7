const HALF_HOUR_MIN = 30;

/**
 * A bit for a minute of the hour: the first half of the hour in the lower 32 bits of a number, the second in the upper ones.
 * Both may be added up to 2^32 with one sum.
 */
export const minuteBit = (minuteOfHour: string): string =>
  `bitShiftLeft(toUInt64(1), ${minuteOfHour} % ${HALF_HOUR_MIN} + if(${minuteOfHour} < ${HALF_HOUR_MIN}, 0, 32))`;

const sums = Array.from(
  { length: HALF_HOUR_MIN },
  (_, minute) => `sum(bitAnd(bitShiftRight(minute_bits, ${minute}), 0x100000001))`,
).join(", ");

/**
 * How many rows have each minute: an array of 60. Half as many columns to add up as there are minutes.
 * @example `SELECT hour, ${MINUTE_COUNTS} AS counts FROM session_hours GROUP BY hour`
 */
export const MINUTE_COUNTS = `arrayConcat(arrayMap(both -> bitAnd(both, 0xffffffff), [${sums}]),
  arrayMap(both -> bitShiftRight(both, 32), [${sums}]))`;
