import { peerRulesFor } from "@shoal/domain";
import type { TicketClaims } from "@shoal/p2p/protocol";
import type { Descriptors } from "../playback/descriptors.ts";
import type { Judgement, Tracker } from "../tracker/index.ts";
import { readSubject, type Sealing } from "./rule-subjects.ts";
import { isAsGiven, type RulesInForce } from "./rules-in-force.ts";
import { findRules } from "./watched-rules.ts";

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
  const known = new Map<string, RulesInForce | undefined>();
  const nowMs = Date.now();
  return ({ watch, sessionId }) => {
    if (!watch) return undefined;
    const { subject, platform, access, consent } = watch;
    if (!known.has(subject)) known.set(subject, findRules(readSubject(subject, sealing), descriptors));
    const found = known.get(subject);
    if (!found) return undefined;
    const viewer = { platform, sessionId, consent };
    const rules = peerRulesFor(found.values, viewer, { timeZone: found.timeZone, nowMs });
    return { rules, isOutdated: !isAsGiven(access, found) };
  };
}
