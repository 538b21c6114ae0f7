import type { ConfigSite } from "@shoal/contract";
import type { ClientDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { peerRuleSources, peerRulesFor } from "@shoal/domain";
import type { ProofGroup } from "@shoal/domain/proof";
import type { TicketWatch } from "@shoal/p2p/protocol";
import type { IpLocation } from "@shoal/places";
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

/** A session that joins a swarm, with its expiry. */
export interface JoiningSession {
  sessionId: string;
  expiresAtMs: number;
  place: Pick<IpLocation, "networkPrefix" | "asn" | "country">;
  /** Whether the viewer agreed to share data; undefined if they have not answered. */
  consent: boolean | undefined;
  /** The viewer's site, one of the `sites` that apply; undefined if the viewer is at none of them. */
  site: ConfigSite | undefined;
  /** The proof-mode group; undefined outside of proof mode. */
  proof: ProofGroup | undefined;
}

/** A viewer's swarm, with the rules and settings that apply to the viewer in it. */
export interface JoinedSwarm {
  swarm: string;
  platform: TicketWatch["platform"];
  subject: string;
  rules: RulesInForce;
  clientId: string;
  client: ClientDescriptor | undefined;
  sites: readonly ConfigSite[];
}

/** Whether the rules require consent to share data that the viewer has not given. */
export const isConsentMissing = ({ values }: RulesInForce, consent: boolean | undefined): boolean =>
  values.asksConsent && consent !== true;

/**
 * Returns the storage key under which a browser keeps the viewer's id, which is separate for each client. Returns none if the
 * viewer has declined to share data, or must still be asked.
 */
export const viewerKeyOf = (
  clientId: string,
  rules: RulesInForce,
  consent: boolean | undefined,
): { viewerKey?: string } =>
  consent === false || isConsentMissing(rules, consent) ? {} : { viewerKey: clientId };

/** Returns what a player needs to join its swarm. */
export function joinSwarm(
  { config, tickets, placement }: JoinDeps,
  { sessionId, expiresAtMs, place, consent, site, proof }: JoiningSession,
  { swarm, platform, subject, rules: inForce, clientId, client, sites }: JoinedSwarm,
): Omit<PlaySession["p2p"], "hashesUrl"> {
  const { values, resolved, timeZone, access } = inForce;
  const moment = { timeZone, nowMs: Date.now() };
  const isProofAside = proof === "without";
  const identity = { platform, sessionId, consent, isProofAside };
  const isKept = isProofAside || isConsentMissing(inForce, consent);
  const rules = peerRulesFor(values, identity, moment);
  const { networkPrefix, asn, country } = place;
  // All viewers of a site join the same tracker, however many trackers the swarm uses.
  const edge = placement.trackerFor(swarm, site?.uuid ?? sessionId);
  const viewer = {
    sessionId,
    expiresAtMs,
    issuedAtMs: Date.now(),
    networkPrefix,
    asn,
    country,
    ...(site ? { site: ticketSiteOf(site) } : {}),
  };
  // If the client's set of ICE servers has been deleted, the platform's set is used. Viewers without peers need no TURN
  // credentials.
  const servers = client?.iceSets[values.ice] ?? config.iceServers;
  const watch = { platform, subject, access, consent, sites: digestOfSites(sites) };
  return {
    rules,
    sources: peerRuleSources(resolved, identity, moment),
    trackerUrl: `${edge.replace(/^http/, "ws")}/tracker`,
    ...(values.asksConsent ? { consent: { clientId, isGiven: consent === true } } : {}),
    ticket: isKept ? "" : tickets.sign({ ...viewer, edge, swarm, rules, watch }),
    iceServers: isKept ? [] : iceServersFor(servers, { sessionId, nowMs: Date.now() }),
  };
}

/** Removes everything that lets a player join its swarm. For robots and for previews, which do not count as viewers. */
export function withoutPeers<P extends ReturnType<typeof joinSwarm>>({
  consent: _consent,
  sources: _sources,
  ...p2p
}: P) {
  const rules = { ...p2p.rules, enabled: false, maxPeers: 0 };
  return { ...p2p, ticket: "", iceServers: [], rules };
}
