import { setImmediate } from "node:timers/promises";
import type { AccessReplay, AccessReplayView, AccessStepName } from "@shoal/contract";
import { type AccessRules, type ReplayedAccess, replayAccess, type WatchedFrom } from "@shoal/domain";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { readLists, type YieldToOthers } from "./read-lists.ts";
import { openReplayedRules, type ReplayedRules } from "./replayed-rules.ts";
import { readViewingOrigins, type ViewingOrigin } from "./viewing-origins.ts";

const DAY_MS = 86_400_000;
/** The number of places that are judged before other work gets a turn. */
const PLACES_PER_SLICE = 500;

export interface AccessReplayDeps {
  db: Database;
  analytics: Analytics;
  onError: (error: unknown) => void;
  /** Yields to other work between slices of long lists. */
  pause?: YieldToOthers;
}

/** Tries rules on the sessions of the last day, with the same steps as the edges. */
export function createAccessReplayService({ db, pause, ...deps }: AccessReplayDeps) {
  return {
    /** @throws AppError "video_not_found", "collection_not_found", "config_not_found" or "unavailable". */
    async replayAccess({ clientUuid }: Actor, { subject, draft }: AccessReplay): Promise<AccessReplayView> {
      const nowMs = Date.now();
      const fromMs = nowMs - DAY_MS;
      const rules = await openReplayedRules(db, { clientUuid, subject, draft, nowMs });
      const { places, sessions } = await readViewingOrigins(deps, {
        clientUuid,
        fromMs,
        ...rules.asked,
      });
      await rules.load(places);
      const { tried, saved } = await evaluateAll(places, rules, pause);
      const seen = places.reduce((sum, place) => sum + place.sessions, 0);
      return {
        from: new Date(fromMs).toISOString(),
        to: new Date(nowMs).toISOString(),
        sessions: tried.sessions,
        refused: tried.total(),
        refusedAsSaved: saved.total(),
        steps: tried.bySteps(),
        leftOut: sessions - seen,
      };
    },
  };
}
export type AccessReplayService = ReturnType<typeof createAccessReplayService>;

async function evaluateAll(places: readonly ViewingOrigin[], rules: ReplayedRules, pause?: YieldToOthers) {
  const read = new Set<AccessRules>();
  const [tried, saved] = [new RefusalCount(), new RefusalCount()];
  for (const [index, place] of places.entries()) {
    if (index % PLACES_PER_SLICE === 0) await setImmediate();
    const found = rules.of(place);
    if (!found) continue;
    for (const each of new Set([found.tried, found.saved])) {
      if (read.has(each)) continue;
      read.add(each);
      await readLists(each, pause);
    }
    const { network, country, isVpn, host, sessions } = place;
    // If the saved rules require a token, every viewer had one.
    const hadToken = found.saved.resolved.streaming.value === "token";
    const watched: WatchedFrom = { network, country, isVpn, host, hadToken };
    tried.add(replayAccess(found.tried, watched), sessions);
    saved.add(replayAccess(found.saved, watched), sessions);
  }
  return { tried, saved };
}

type RefusedCounts = AccessReplayView["refused"];

/** Counts sessions that rules would have blocked, certainly or possibly. */
class RefusalCount {
  sessions = 0;
  readonly #steps = new Map<AccessStepName, RefusedCounts>();

  add({ verdict, step }: ReplayedAccess, sessions: number): void {
    this.sessions += sessions;
    if (step === null) return;
    const { atLeast, atMost } = this.#steps.get(step) ?? { atLeast: 0, atMost: 0 };
    const sure = verdict === "refused" ? sessions : 0;
    this.#steps.set(step, { atLeast: atLeast + sure, atMost: atMost + sessions });
  }

  total(): RefusedCounts {
    const all = [...this.#steps.values()];
    return {
      atLeast: all.reduce((sum, { atLeast }) => sum + atLeast, 0),
      atMost: all.reduce((sum, { atMost }) => sum + atMost, 0),
    };
  }

  /** Returns the counts by step, in descending order. */
  bySteps(): AccessReplayView["steps"] {
    return [...this.#steps]
      .map(([step, between]) => ({ step, ...between }))
      .toSorted((one, other) => other.atMost - one.atMost);
  }
}
