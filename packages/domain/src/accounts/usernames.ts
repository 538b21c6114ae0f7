/** The maximum length of a username (the contract's limit). */
const MAX_LENGTH = 60;
const NUMBERED = 8;
/** A trailing counter: at most four digits, without a leading zero. */
const COUNTED = /^(.*?\D)([1-9]\d{0,3})$/u;

/**
 * Lists alternatives to a username that is taken, simplest first: the next numbers, then the given random ones.
 * @param randomNumbers used when the next numbers are taken too.
 * @example listUsernameCandidates("ann", [4821]) // ["ann2", "ann3", …, "ann9", "ann4821"]
 */
export function listUsernameCandidates(username: string, randomNumbers: readonly number[]): string[] {
  const [, counted, count] = COUNTED.exec(username) ?? [];
  const base = counted ?? username;
  const first = count === undefined ? 2 : Number(count) + 1;
  const numbers = Array.from({ length: NUMBERED }, (_, index) => first + index);
  return [...numbers, ...randomNumbers].map((number) => append(base, number));
}

function append(base: string, number: number): string {
  const digits = String(number);
  const points = [...base];
  while (points.join("").length + digits.length > MAX_LENGTH) points.pop();
  return `${points.join("")}${digits}`;
}
