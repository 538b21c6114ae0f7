import { peerRulesFor } from "@shoal/domain";
import type { TicketClaims } from "@shoal/p2p/protocol";
import type { Descriptors } from "../playback/descriptors.ts";
import type { EvaluatedRules, Tracker } from "../tracker/index.ts";
import { parseSubject, type UuidSealer } from "./rule-subjects.ts";
import { isAccessUnchanged, type RulesInForce } from "./rules-in-force.ts";
import { digestOfSites } from "./sites.ts";
import { findSettings, findSites, rulesOf, type SubjectSettings } from "./watched-rules.ts";

/** The interval of reviews. Changes must reach viewers within 10 s, of which a request for a session takes up to 5 s. */
const REVIEW_INTERVAL_MS = 1_000;
/** How long a result is cached. The time is shorter than any viewer takes from the play call to the tracker. */
const RESULT_CACHE_TTL_MS = 100;

export interface RuleWatchOptions {
  tracker: Pick<Tracker, "review">;
  descriptors: Descriptors;
  sealing: UuidSealer;
  onError: (error: unknown) => void;
}

/**
 * Applies rule changes to current viewers, whatever causes them: a user, the time of day, or the expiry of an SDK report.
 * @returns a function that stops the reviews.
 */
export function watchRules(options: RuleWatchOptions): () => void {
  const timer = setInterval(() => {
    try {
      options.tracker.review(snapshotRules(options).evaluate);
    } catch (error) {
      options.onError(error);
    }
  }, REVIEW_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Returns a function that evaluates arriving viewers one by one. Results per video are cached briefly, since thousands of viewers
 * arrive within moments when another edge shuts down.
 */
export function createRuleEvaluator(
  options: Pick<RuleWatchOptions, "descriptors" | "sealing">,
): (claims: TicketClaims) => EvaluatedRules | undefined {
  let evaluate = snapshotRules(options).evaluate;
  let validUntilMs = 0;
  return (claims) => {
    const nowMs = performance.now();
    if (nowMs >= validUntilMs) {
      evaluate = snapshotRules(options).evaluate;
      validUntilMs = nowMs + RESULT_CACHE_TTL_MS;
    }
    return evaluate(claims);
  };
}

/** The state of a subject at one moment, which is computed once for all of its viewers. */
interface SubjectState {
  described: SubjectSettings;
  rules: RulesInForce;
  /** The digest of the sites that apply to the subject's viewers. */
  sites: string;
}

/** Creates functions that return the rules in force at this moment. */
export function snapshotRules({ descriptors, sealing }: Pick<RuleWatchOptions, "descriptors" | "sealing">) {
  const known = new Map<string, SubjectState | undefined>();
  const nowMs = Date.now();
  const find = (subject: string): SubjectState | undefined => {
    if (!known.has(subject)) {
      const read = parseSubject(subject, sealing);
      const described = findSettings(read, descriptors);
      const sites = digestOfSites(findSites(read, descriptors));
      known.set(subject, described && { described, rules: rulesOf(described), sites });
    }
    return known.get(subject);
  };
  return {
    /** Returns the settings of a subject; undefined while they are unknown. */
    describe: (subject: string): SubjectSettings | undefined => find(subject)?.described,
    /**
     * Evaluates the rules for a viewer by their ticket.
     * @returns undefined if the ticket names no subject, or an unknown one.
     */
    evaluate({ watch, sessionId }: TicketClaims): EvaluatedRules | undefined {
      const found = watch && find(watch.subject);
      if (!watch || !found) return undefined;
      const { platform, access, consent, sites = "" } = watch;
      const { timeZone, values } = found.rules;
      const rules = peerRulesFor(values, { platform, sessionId, consent }, { timeZone, nowMs });
      // A viewer's site depends on their address, so any change of the sites requires a new session.
      return { rules, isOutdated: sites !== found.sites || !isAccessUnchanged(access, found.rules) };
    },
  };
}
