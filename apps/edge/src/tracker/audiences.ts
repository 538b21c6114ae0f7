import type { Member } from "./member.ts";

/**
 * The audience size up to which every change is sent. In larger groups, a change of less than a tenth is not worth a message to
 * everyone.
 */
const MAX_EXACT_COUNT = 20;
/** The group of all viewers except those who share only within their site. */
const OPEN_GROUP = "";

/**
 * Returns the group whose members a viewer may be matched with. A site whose viewers share only with each other is a separate
 * group.
 */
export const groupOf = ({ staysInSite, networkPrefix }: Member): string =>
  staysInSite ? networkPrefix : OPEN_GROUP;

interface AudienceGroup {
  size: number;
  announced: number;
}

/** The audience of a room as each viewer sees it: the number of viewers they can be matched with. */
export class Audiences {
  readonly #groups = new Map<string, AudienceGroup>();
  readonly #countElsewhere: () => number;
  /**
   * Creates the audience.
   * @param countElsewhere returns the number of viewers on other trackers. Viewers of a site are all on the same tracker.
   */
  constructor(countElsewhere: () => number) {
    this.#countElsewhere = countElsewhere;
  }

  add(member: Member): void {
    const name = groupOf(member);
    const { size, announced } = this.#groups.get(name) ?? { size: 0, announced: 0 };
    this.#groups.set(name, { size: size + 1, announced });
  }

  remove(member: Member): void {
    const name = groupOf(member);
    const group = this.#groups.get(name);
    if (group && group.size > 1) group.size -= 1;
    else this.#groups.delete(name);
  }

  /** Returns the count for a viewer who is joining, including that viewer. */
  countWith(member: Member): number {
    const name = groupOf(member);
    return this.#count(name, this.#groups.get(name)?.size ?? 0) + 1;
  }

  /** Whether the count of any group has changed enough since it was last sent. */
  hasNews(): boolean {
    for (const [name, { size, announced }] of this.#groups) {
      const count = this.#count(name, size);
      const change = Math.abs(count - announced);
      if (change > 0 && (count <= MAX_EXACT_COUNT || change >= announced / 10)) return true;
    }
    return false;
  }

  /** Returns the counts of all groups that have changed, and remembers them as sent. */
  drainChanges(): Map<string, number> {
    const news = new Map<string, number>();
    for (const [name, group] of this.#groups) {
      const count = this.#count(name, group.size);
      if (count !== group.announced) news.set(name, count);
      group.announced = count;
    }
    return news;
  }

  #count(name: string, size: number): number {
    return size + (name === OPEN_GROUP ? this.#countElsewhere() : 0);
  }
}
