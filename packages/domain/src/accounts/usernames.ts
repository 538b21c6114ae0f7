/** The maximum length of a username (the contract's limit). */
const MAX_LENGTH = 60;
const NUMBERED = 8;
/** A number at the end that reads as a count: no leading zero, four digits at most. */
const COUNTED = /^(.*?\D)([1-9]\d{0,3})$/u;

/**
 * Usernames to offer for one that is taken, the plainest first: numbers that follow, then the given random ones.
 * @param randomNumbers for the case that all plain ones are taken too.
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
