import type { ClientDescriptor } from "@shoal/contract/edge";
import { peerRulesFor } from "@shoal/domain";
import { type ProofGroup, proofGroupOf } from "@shoal/domain/proof";
import type { TicketWatch } from "@shoal/p2p/protocol";
import type { RulesInForce } from "../rules/rules-in-force.ts";

export interface GroupedSession {
  platform: TicketWatch["platform"];
  sessionId: string;
  consent: boolean | undefined;
  /** The viewer's id, as sent by their browser; undefined if it sends none. */
  viewer?: string | undefined;
}

/**
 * Returns the proof-mode group of a session. Viewers who would not share data anyway have no group, because their sessions reveal
 * nothing about the effect of peers.
 */
export function groupOfSession(
  client: Pick<ClientDescriptor, "proof"> | undefined,
  { values, timeZone }: RulesInForce,
  { viewer, ...who }: GroupedSession,
): ProofGroup | undefined {
  const moment = { timeZone, nowMs: Date.now() };
  if (!client?.proof || !peerRulesFor(values, who, moment).enabled) return undefined;
  return proofGroupOf(client.proof, viewer ?? who.sessionId, moment);
}
