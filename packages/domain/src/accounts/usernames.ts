/** The maximum length of a username (the contract's limit). */
const MAX_USERNAME_LENGTH = 60;
const NUMBERED_CANDIDATES = 8;
/** A trailing counter: at most four digits, without a leading zero. */
const TRAILING_NUMBER_PATTERN = /^(.*?\D)([1-9]\d{0,3})$/u;

/**
 * Lists alternatives to a username that is taken, simplest first: the next numbers, then the given random ones.
 * @param randomNumbers used when the next numbers are taken too.
 * @example listUsernameCandidates("ann", [4821]) // ["ann2", "ann3", …, "ann9", "ann4821"]
 */
export function listUsernameCandidates(username: string, randomNumbers: readonly number[]): string[] {
  const [, counted, count] = TRAILING_NUMBER_PATTERN.exec(username) ?? [];
  const base = counted ?? username;
  const first = count === undefined ? 2 : Number(count) + 1;
  const numbers = Array.from({ length: NUMBERED_CANDIDATES }, (_, index) => first + index);
  return [...numbers, ...randomNumbers].map((number) => appendNumber(base, number));
}

function appendNumber(base: string, number: number): string {
  const digits = String(number);
  const points = [...base];
  while (points.join("").length + digits.length > MAX_USERNAME_LENGTH) points.pop();
  return `${points.join("")}${digits}`;
}
