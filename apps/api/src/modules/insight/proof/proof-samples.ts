import type { ProofSamples } from "@shoal/domain/proof";
import type { ProofGroupSums } from "../statistics/index.ts";

/** The groups as they are compared: what is drawn again are buckets of whole viewers. */
export const samplesOf = (groups: { with: ProofGroupSums; without: ProofGroupSums }): ProofSamples => ({
  with: { sessions: groups.with.sessions, clusters: groups.with.buckets },
  without: { sessions: groups.without.sessions, clusters: groups.without.buckets },
});
