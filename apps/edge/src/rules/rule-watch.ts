import { peerRulesFor } from "@shoal/domain";
import type { TicketClaims } from "@shoal/p2p/protocol";
import type { Descriptors } from "../playback/descriptors.ts";
import type { Judgement, Tracker } from "../tracker/index.ts";
import { type RuleSubject, readSubject, type Sealing } from "./rule-subjects.ts";
import { isAsGiven, type RulesInForce } from "./rules-in-force.ts";
import { digestOfSites } from "./sites.ts";
import { findRules, findSites } from "./watched-rules.ts";

/** Changes reach viewers within 10 s, 5 s of which they take to ask anew; times of the week begin to the second. */
const REVIEW_MS = 1_000;

export interface RuleWatchOptions {
  tracker: Pick<Tracker, "review">;
  descriptors: Descriptors;
  sealing: Sealing;
  onError: (error: unknown) => void;
}

/**
 * Keeps those who watch under the rules that hold: whatever changed them, somebody's wish, the hour, or a report of the
 * SDK that grew too old.
 * @returns stops it.
 */
export function watchRules(options: RuleWatchOptions): () => void {
  const timer = setInterval(() => {
    try {
      options.tracker.review(judgeWith(options));
    } catch (error) {
      options.onError(error);
    }
  }, REVIEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Each subject is resolved once, however many watch. */
function judgeWith({
  descriptors,
  sealing,
}: RuleWatchOptions): (claims: TicketClaims) => Judgement | undefined {
  const known = new Map<string, Holding | undefined>();
  const nowMs = Date.now();
  return ({ watch, sessionId }) => {
    if (!watch) return undefined;
    const { subject, platform, access, sites = "" } = watch;
    if (!known.has(subject)) known.set(subject, findHolding(readSubject(subject, sealing), descriptors));
    const found = known.get(subject);
    if (!found) return undefined;
    const { inForce } = found;
    const rules = peerRulesFor(
      inForce.values,
      { platform, sessionId },
      { timeZone: inForce.timeZone, nowMs },
    );
    // At which site somebody is, his next session tells, which knows his address.
    return { rules, isOutdated: sites !== found.sites || !isAsGiven(access, inForce) };
  };
}

/** What holds for all who watch something. */
interface Holding {
  inForce: RulesInForce;
  /** The digest of their sites. */
  sites: string;
}

function findHolding(subject: RuleSubject, descriptors: Descriptors): Holding | undefined {
  const inForce = findRules(subject, descriptors);
  return inForce && { inForce, sites: digestOfSites(findSites(subject, descriptors)) };
}
