import type { ClientDescriptor, ConfigSite, PlaySession } from "@shoal/contract";
import { peerRuleSources, peerRulesFor } from "@shoal/domain";
import type { TicketWatch } from "@shoal/p2p/protocol";
import type { Place } from "@shoal/places";
import type { Placement } from "../cluster/index.ts";
import type { EdgeConfig } from "../config.ts";
import type { RulesInForce } from "../rules/rules-in-force.ts";
import { digestOfSites, ticketSiteOf } from "../rules/sites.ts";
import type { SwarmTickets } from "./ticket.ts";
import { iceServersFor } from "./turn-credentials.ts";

export interface JoinDeps {
  config: Pick<EdgeConfig, "iceServers">;
  tickets: SwarmTickets;
  placement: Pick<Placement, "trackerFor">;
}

/** Who joins, until when. */
export interface Joiner {
  sessionId: string;
  expiresAtMs: number;
  place: Pick<Place, "networkPrefix" | "asn" | "country">;
  /** Of the `sites` that hold, the one at which he is. */
  site: ConfigSite | undefined;
}

/** What he joins, and by which rules. */
export interface Joined {
  swarm: string;
  platform: TicketWatch["platform"];
  subject: string;
  rules: RulesInForce;
  client: ClientDescriptor | undefined;
  sites: readonly ConfigSite[];
}

/** With what a player joins its swarm. */
export function joinSwarm(
  { config, tickets, placement }: JoinDeps,
  { sessionId, expiresAtMs, place, site }: Joiner,
  { swarm, platform, subject, rules: inForce, client, sites }: Joined,
): Omit<PlaySession["p2p"], "hashesUrl"> {
  const { values, resolved, timeZone, access } = inForce;
  const moment = { timeZone, nowMs: Date.now() };
  const rules = peerRulesFor(values, { platform, sessionId }, moment);
  const { networkPrefix, asn, country } = place;
  // All of a site meet at one tracker, however many the swarm has.
  const edge = placement.trackerFor(swarm, site?.uuid ?? sessionId);
  const viewer = {
    ...{ sessionId, expiresAtMs, issuedAtMs: Date.now(), networkPrefix, asn, country },
    ...(site ? { site: ticketSiteOf(site) } : {}),
  };
  const watch = { platform, subject, access, sites: digestOfSites(sites) };
  return {
    rules,
    sources: peerRuleSources(resolved, { platform, sessionId }, moment),
    trackerUrl: `${edge.replace(/^http/, "ws")}/tracker`,
    ticket: tickets.sign({ ...viewer, edge, swarm, rules, watch }),
    // One that was deleted since leaves the platform's.
    iceServers: iceServersFor(client?.iceSets[values.ice] ?? config.iceServers, {
      ...{ sessionId, nowMs: Date.now() },
    }),
  };
}
