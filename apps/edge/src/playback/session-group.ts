import type { ClientDescriptor } from "@shoal/contract/edge";
import { peerRulesFor } from "@shoal/domain";
import { type ProofGroup, proofGroupOf } from "@shoal/domain/proof";
import type { TicketWatch } from "@shoal/p2p/protocol";
import type { RulesInForce } from "../rules/rules-in-force.ts";

export interface GroupedSession {
  platform: TicketWatch["platform"];
  sessionId: string;
  consent: boolean | undefined;
  /** Who watches, as his browser tells it; undefined where it does not. */
  viewer?: string | undefined;
}

/**
 * The group of proof mode in which a session is. Outside of it is who would not exchange without it either: he says nothing
 * of what peers change.
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
