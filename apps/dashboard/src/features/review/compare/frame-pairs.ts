/** The number of frames that are kept for each player while they wait for their counterpart. */
const MAX_PICTURES = 6;
/** The number of waiting frames of the lead after which the nearest pair is used, because busy browsers skip frames. */
const MAX_WAITING = 3;

interface CapturedFrame<Picture> {
  frame: number;
  picture: Picture;
}

export interface FramePair<Picture> {
  lead: Picture;
  /** The follower's frame; null if the other version does not contain it. */
  follower: Picture | null;
}

/**
 * Pairs the frames of two players. The frames of a pair may arrive one or two frames apart.
 * @param frameOf the follower's frame for a frame of the lead; null if there is none.
 */
export function createFramePairs<Picture>(frameOf: (frame: number) => number | null) {
  let leads: CapturedFrame<Picture>[] = [];
  let followers: CapturedFrame<Picture>[] = [];

  /** Finds the newest pair. @param reach the accepted distance in frames. */
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

  /** Returns the next pair to show. @returns undefined if no pair is newer than the last shown pair. */
  const next = () => findPair(0) ?? (leads.length > MAX_WAITING ? findPair(1) : undefined);
  const keep = (all: CapturedFrame<Picture>[], taken: CapturedFrame<Picture>) =>
    [taken, ...all.filter(({ frame }) => frame !== taken.frame)].slice(0, MAX_PICTURES);

  return {
    addLead(frame: number, picture: Picture) {
      leads = keep(leads, { frame, picture });
      return next();
    },
    addFollower(frame: number, picture: Picture) {
      followers = keep(followers, { frame, picture });
      return next();
    },
    /** Discards all frames when seeking, because they have no counterparts after a seek. */
    clear(): void {
      leads = [];
      followers = [];
    },
  };
}
