import type { CdnEntryDescriptor, ClientDescriptor } from "@shoal/contract/edge";
import {
  type AccessRules,
  accessRulesOf,
  admitsEveryone,
  BAN_NAMES,
  type Denial,
  findDenial,
  hostOf,
} from "@shoal/domain";
import type { IpLocation } from "@shoal/places";
import { isCdnFolderSignature, isCdnSignature } from "@shoal/tokens";
import { type CdnTarget, findParameter, parseFolderToken } from "./cdn-target.ts";

/** Whether an entry is served, has been stopped, or no longer exists. */
export type CdnCondition = "served" | "stopped" | "gone";

export function conditionOf({ state, endsAtMs }: CdnEntryDescriptor, nowMs: number): CdnCondition {
  if (state === "gone" || (endsAtMs !== null && endsAtMs <= nowMs)) return "gone";
  return state === "stopped" ? "stopped" : "served";
}

/** Whether files may be fetched from the origin. A draining entry is served only from the cache. */
export const canFetchFromOrigin = ({ state }: CdnEntryDescriptor): boolean => state === "active";

/** A caller that requests a file of an entry, and the page that makes the request. */
export interface CdnVisitor {
  address: string;
  place: IpLocation;
  origin: string | undefined;
  referer: string | undefined;
}

export type CdnRefusal = Denial | "token_missing" | "token_invalid" | "token_expired";

/** An entry and the rules of its client; `client` is undefined while the client is unknown. */
export interface CdnEntryWithClient {
  entry: CdnEntryDescriptor;
  client: Pick<ClientDescriptor, "rules"> | undefined;
}

/** Caches each entry's combined rules, along with the client object that they were computed from. */
const rulesInForce = new WeakMap<
  CdnEntryDescriptor,
  { client: CdnEntryWithClient["client"]; rules: AccessRules }
>();

function entryAccessOf({ entry, client }: CdnEntryWithClient): AccessRules {
  const known = rulesInForce.get(entry);
  if (known && known.client === client) return known.rules;
  // Only the client's bans apply to entries, because its other rules concern videos.
  const bans = client && Object.fromEntries(BAN_NAMES.map((name) => [name, client.rules[name] ?? []]));
  const access = bans && { rules: bans, authorizedVideos: [] };
  const rules = accessRulesOf({ custom: entry.rules }, access, { nowMs: Date.now() });
  rulesInForce.set(entry, { client, rules });
  return rules;
}

/** Whether access or the response depends on the viewer or the requesting page. */
export const dependsOnVisitor = (owned: CdnEntryWithClient): boolean =>
  !admitsEveryone(entryAccessOf(owned)) || restrictsOrigins(owned.entry);

export const isSigned = ({ tokenSecrets }: CdnEntryDescriptor): boolean => tokenSecrets.length > 0;

/** Returns why a visitor is blocked; undefined if the visitor may receive the file. */
export function findCdnRefusal(
  owned: CdnEntryWithClient,
  visitor: CdnVisitor,
  { target, nowMs }: { target: CdnTarget; nowMs: number },
): CdnRefusal | undefined {
  const page = visitor.origin ?? visitor.referer;
  const { entry } = owned;
  const denial = findDenial(entryAccessOf(owned), {
    address: visitor.address,
    country: visitor.place.country,
    isVpn: visitor.place.isVpn,
    host: page === undefined ? null : hostOf(page),
    authorization: { kind: "none" },
  });
  return denial ?? (isSigned(entry) ? findSignatureFault(entry, target, nowMs) : undefined);
}

/** Returns when an address's signature expires, in seconds since 1970; undefined for an unsigned address. */
export function expiryOf(target: CdnTarget): number | undefined {
  const opened = parseFolderToken(target);
  if (opened) return opened.expires;
  const text = findParameter(target, "expires") ?? "";
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

function findSignatureFault(
  { tokenSecrets }: CdnEntryDescriptor,
  target: CdnTarget,
  nowMs: number,
): CdnRefusal | undefined {
  const opened = parseFolderToken(target);
  const token = opened?.token ?? findParameter(target, "token");
  const expires = expiryOf(target);
  if (token === undefined || expires === undefined) return "token_missing";
  const isRight = opened
    ? isCdnFolderSignature(token, opened, tokenSecrets)
    : isCdnSignature(token, { path: target.path, expires }, tokenSecrets);
  if (!isRight) return "token_invalid";
  return expires * 1_000 <= nowMs ? "token_expired" : undefined;
}

/** Whether the scripts of some pages may read responses while those of others may not. */
const restrictsOrigins = ({ corsOrigins }: CdnEntryDescriptor): boolean =>
  corsOrigins.length > 0 && !corsOrigins.includes("*");

/**
 * Returns the origin whose scripts may read the response: "*" for all origins, "none" for no origin; "" keeps the origin server's
 * own headers.
 * @param origin the request's `Origin` header.
 */
export function allowedOriginOf({ corsOrigins }: CdnEntryDescriptor, origin: string | undefined): string {
  if (corsOrigins.length === 0) return "";
  if (corsOrigins.includes("*")) return "*";
  return origin !== undefined && corsOrigins.includes(origin) ? origin : "none";
}
