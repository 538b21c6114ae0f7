/** The number of possible sequence numbers: they have 31 bits and wrap around. */
const COUNT = 2 ** 31;

export const nextOf = (sequence: number, by = 1): number => (sequence + by) % COUNT;

export const previousOf = (sequence: number): number => (sequence + COUNT - 1) % COUNT;

/** Returns the distance from `earlier` to `later`; negative if `later` comes first. */
export function distanceOf(later: number, earlier: number): number {
  const distance = (later - earlier + COUNT) % COUNT;
  return distance < COUNT / 2 ? distance : distance - COUNT;
}
