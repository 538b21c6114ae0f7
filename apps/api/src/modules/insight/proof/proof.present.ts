import {
  PROOF_SESSIONS_MIN,
  PROOF_SHARE,
  type ProofGroupSizes,
  type ProofSettings,
  type ProofState,
} from "@shoal/contract";
import type { ProofSamples } from "@shoal/domain/proof";
import type { Selectable } from "kysely";
import type { ProofModeRow } from "../../../platform/schema.ts";
import type { ProofGroupSums } from "../statistics/index.ts";

export type ProofMode = Selectable<ProofModeRow>;

/** Returns the settings. @param mode undefined for a client that never had a proof mode. */
export const presentSettings = (mode: ProofMode | undefined): ProofSettings => ({
  isOn: mode?.is_on ?? false,
  sharePct: mode?.share_pct ?? PROOF_SHARE.untold,

  limitGb: mode?.limit_gb ?? null,
  revision: mode?.revision ?? 0,
  consent: mode?.consent_at ? { by: mode.consent_by ?? "", at: mode.consent_at.toISOString() } : null,
});

export function presentState(mode: ProofMode | undefined): ProofState {
  const { stop_reason: reason = null, stopped_at: at = null, sessions = 0 } = mode ?? {};
  return {
    code: codeOf(mode),
    startedAt: mode?.started_at?.toISOString() ?? null,
    sessions,
    sessionsNeeded: PROOF_SESSIONS_MIN,
    stop: reason && at ? { reason, at: at.toISOString(), value: mode?.stop_value ?? 0 } : null,
  };
}

function codeOf(mode: ProofMode | undefined): ProofState["code"] {
  if (!mode?.is_on) return "off";
  if (mode.stop_reason !== null) return "stopped";
  return mode.sessions < PROOF_SESSIONS_MIN ? "gathering" : "running";
}

export function presentGroup({
  buckets,
  sessions,
  viewers,
  startupMedianMs,
}: ProofGroupSums): ProofGroupSizes {
  const sum = (name: "msPlayed" | "bytesServer") => buckets.reduce((total, each) => total + each[name], 0);
  return {
    sessions,
    viewers,
    startupMedianMs,

    hours: sum("msPlayed") / 3_600_000,
    serverBytes: sum("bytesServer"),
  };
}

/** Returns the groups for comparison, as buckets of whole viewers, which are resampled. */
export const samplesOf = (groups: { with: ProofGroupSums; without: ProofGroupSums }): ProofSamples => ({
  with: { sessions: groups.with.sessions, clusters: groups.with.buckets },
  without: { sessions: groups.without.sessions, clusters: groups.without.buckets },
});
