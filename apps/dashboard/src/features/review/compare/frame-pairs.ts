/** So many pictures of each side are kept while they wait for the one that belongs to them. */
const KEPT = 6;
/** Once so many of the lead's pictures have waited, the nearest pair will do: browsers leave out frames when they are busy. */
const PATIENCE = 3;

interface Taken<Picture> {
  frame: number;
  picture: Picture;
}

export interface FramePair<Picture> {
  lead: Picture;
  /** Null where the other version does not have the picture. */
  follower: Picture | null;
}

/**
 * Puts the pictures of two players together, which come a frame or two earlier or later than one another.
 * @param frameOf the follower's frame for one of the lead; null where there is none.
 */
export function createFramePairs<Picture>(frameOf: (frame: number) => number | null) {
  let leads: Taken<Picture>[] = [];
  let followers: Taken<Picture>[] = [];

  /** @param reach how many frames apart is near enough. */
  function findPair(reach: number): FramePair<Picture> | undefined {
    for (const [at, { frame, picture }] of leads.entries()) {
      const wanted = frameOf(frame);
      const partner =
        wanted === null ? null : followers.find((each) => Math.abs(each.frame - wanted) <= reach);
      if (partner === undefined) continue;
      leads = leads.slice(0, at);
      return { lead: picture, follower: partner?.picture ?? null };
    }
  }

  /** @returns the newest pair that can be shown now; undefined where none is newer than the last. */
  const next = () => findPair(0) ?? (leads.length > PATIENCE ? findPair(1) : undefined);
  const keep = (all: Taken<Picture>[], taken: Taken<Picture>) =>
    [taken, ...all.filter(({ frame }) => frame !== taken.frame)].slice(0, KEPT);

  return {
    addLead(frame: number, picture: Picture) {
      leads = keep(leads, { frame, picture });
      return next();
    },
    addFollower(frame: number, picture: Picture) {
      followers = keep(followers, { frame, picture });
      return next();
    },
    /** What came before a jump belongs to nothing that comes after it. */
    clear(): void {
      leads = [];
      followers = [];
    },
  };
}
