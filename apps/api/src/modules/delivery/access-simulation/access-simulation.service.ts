import type { AccessSimulation, AccessSimulationView } from "@shoal/contract";
import {
  type AuthorizationVerdict,
  accessRulesOf,
  changeSettings,
  hostOf,
  type TracedVisitor,
  traceAccess,
} from "@shoal/domain";
import type { IpLocation, PlaceOrigins, Places } from "@shoal/places";
import { verifyStreamingToken } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { clientNotFound } from "../../accounts/clients/index.ts";
import { readClientDescriptor } from "../rules/index.ts";
import { readLists, type YieldToOthers } from "./read-lists.ts";
import { readSimulatedMedium, type SimulatedMedium } from "./simulated-medium.ts";

export interface AccessSimulationDeps {
  db: Database;
  places: Pick<Places, "find" | "origins">;
  /** Yields to other work between slices of long lists. */
  pause?: YieldToOthers;
}

/** Simulates whether a visitor would be admitted, with the same steps as the edges. */
export function createAccessSimulationService({ db, places, pause }: AccessSimulationDeps) {
  return {
    /** @throws AppError "video_not_found", "collection_not_found" or "config_not_found". */
    async simulateAccess(
      { clientUuid }: Actor,
      { subject, visitor: visitorInput, at, draft }: AccessSimulation,
    ): Promise<AccessSimulationView> {
      const nowMs = Date.now();
      const atMs = at === undefined ? nowMs : Date.parse(at);
      const medium = await readSimulatedMedium(db, { clientUuid, subject, draft, atMs });
      const client = await readClientDescriptor(db, clientUuid);
      if (!client) throw clientNotFound();
      const own = subject.type === "client" ? changeSettings(client.rules, draft) : client.rules;
      // Collection reports are taken as of now, because past and future ones are unknown.
      const rules = accessRulesOf(medium.levels, { ...client, rules: own }, { nowMs, uuid: medium.uuid });
      await readLists(rules, pause);
      const place = placeOf(visitorInput, places);
      const visitor: TracedVisitor = {
        address: visitorInput.address,
        country: place.country,
        isVpn: place.isVpn,
        host: visitorInput.page === null ? null : hostOf(visitorInput.page),
        authorization: await evaluateVisitor(visitorInput, { medium, client, atMs }),
        isPasswordRight: visitorInput.isPasswordRight,
      };
      return {
        ...traceAccess(rules, visitor, { ...medium.video, ...stopOf(subject, client) }, atMs),
        at: new Date(atMs).toISOString(),
        visitor: { ...place, address: visitorInput.address ?? null, host: visitor.host ?? null },
        origins: presentOrigins(places.origins),
      };
    },
  };
}
export type AccessSimulationService = ReturnType<typeof createAccessSimulationService>;

/** A budget stops viewers of hosted videos only; media on other CDNs cannot be stopped. */
const stopOf = (
  { type }: AccessSimulation["subject"],
  { playbackStoppedMonth }: { playbackStoppedMonth?: string },
): { stoppedMonth?: string } =>
  type === "video" && playbackStoppedMonth !== undefined ? { stoppedMonth: playbackStoppedMonth } : {};

type SimulatedVisitor = AccessSimulation["visitor"];

/** Returns the given facts about a visitor, and derives missing ones from the address. */
function placeOf(
  { address, country, isVpn }: SimulatedVisitor,
  places: Pick<Places, "find">,
): Pick<IpLocation, "country" | "asn" | "isp" | "isVpn"> {
  const found = address === undefined ? undefined : places.find(address);
  return {
    country: country === undefined ? (found?.country ?? null) : country,
    asn: found?.asn ?? null,
    isp: found?.isp ?? null,
    isVpn: isVpn ?? found?.isVpn ?? false,
  };
}

/** @param of the inputs of the judgement; `client` is the client whose keys may have signed the token. */
function evaluateVisitor(
  { authorization, page, address }: SimulatedVisitor,
  of: {
    medium: SimulatedMedium;
    client: { streamingKeys: Parameters<typeof verifyStreamingToken>[1] };
    atMs: number;
  },
): Promise<AuthorizationVerdict> {
  const request = { ...of.medium.names, page: page ?? "", address: address ?? "" };
  return verifyStreamingToken(authorization, of.client.streamingKeys, request, of.atMs);
}

function presentOrigins({ country, asn, vpn }: PlaceOrigins): AccessSimulationView["origins"] {
  return {
    country: { isOperators: country.isOperators, at: country.builtAt.toISOString() },
    asn: { isOperators: asn.isOperators, at: asn.builtAt.toISOString() },
    vpn: vpn && { isOperators: true, at: vpn.changedAt.toISOString() },
  };
}
