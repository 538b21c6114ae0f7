/** The number of possible sequence numbers, which have 31 bits and wrap around. */
const SEQUENCE_COUNT = 2 ** 31;

export const nextOf = (sequence: number, by = 1): number => (sequence + by) % SEQUENCE_COUNT;

export const previousOf = (sequence: number): number => (sequence + SEQUENCE_COUNT - 1) % SEQUENCE_COUNT;

/** Returns the distance from `earlier` to `later`; negative if `later` comes first. */
export function distanceOf(later: number, earlier: number): number {
  const distance = (later - earlier + SEQUENCE_COUNT) % SEQUENCE_COUNT;
  return distance < SEQUENCE_COUNT / 2 ? distance : distance - SEQUENCE_COUNT;
}
