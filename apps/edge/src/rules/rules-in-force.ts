import { hash } from "node:crypto";
import type { DeliveryRules, StreamingKey } from "@shoal/contract";
import type { ClientDescriptor, DescribedRules, PlaybackDescriptor } from "@shoal/contract/edge";
import {
  ACCESS_RULES,
  type AccessRules,
  accessRulesOf,
  admitsEveryone,
  BAN_NAMES,
  isToStart,
  joinRules,
  valuesOf,
} from "@shoal/domain";

/** The effective rules at a moment, with the origin of each. */
export interface RulesInForce extends AccessRules {
  values: DeliveryRules;
  /** The client's time zone, an IANA name. */
  timeZone: string;
  /** The client's keys for signing streaming tokens. */
  streamingKeys: readonly StreamingKey[];
  /** A digest of the access rules, followed by the `lock`. Viewers with a token issued under another value are checked again. */
  access: string;
}

const ACCESS_DIGEST_LENGTH = 8;
/** Marks a video that has not started. Viewers are not admitted before the start, so no token has this value. */
const NOT_STARTED = "~";
/** Separates the checks that a viewer passed from the key that signed their token. */
const KEY_SEPARATOR = "!";

/**
 * Returns what a viewer must have passed before playback. The value changes with each password and future start, and is empty if
 * there is nothing to pass.
 */
export function lockOf({
  passwordHash,
  startsAt,
}: Pick<PlaybackDescriptor, "passwordHash" | "startsAt">): string {
  const password = passwordHash === null ? "" : digestOf(passwordHash);
  return isToStart(startsAt, Date.now()) ? password + NOT_STARTED : password;
}

/** Whether anyone may watch now: no rule blocks any viewer, and there is no password or start to pass. */
export const isOpenToEveryone = (rules: RulesInForce): boolean =>
  rules.access.length === ACCESS_DIGEST_LENGTH && admitsEveryone(rules);

/**
 * Returns the `access` claim of a session.
 * @param keyId the key that signed the viewer's streaming token; undefined if there was none.
 */
export const accessClaimOf = ({ access }: RulesInForce, keyId: string | undefined): string =>
  keyId === undefined ? access : `${access}${KEY_SEPARATOR}${shortKeyId(keyId)}`;

/** Whether the access rules are unchanged since a token was issued. @param given the `access` of the token. */
export function isAccessUnchanged(given: string, now: RulesInForce): boolean {
  const [access] = given.split(KEY_SEPARATOR);
  return access === now.access && isKeyValid(given, now);
}

/** Whether a token's holder has passed all current conditions except the rules. @param given the `access` of the token. */
export const hasPassed = (given: string, now: RulesInForce): boolean =>
  hasPassedPassword(given, now) && isKeyValid(given, now);

/** Whether a session has passed the password and the start that apply now. */
export function hasPassedPassword(given: string, now: RulesInForce): boolean {
  const lock = now.access.slice(ACCESS_DIGEST_LENGTH);
  const [passed = ""] = given.slice(ACCESS_DIGEST_LENGTH).split(KEY_SEPARATOR);
  return lock === "" || lock === passed;
}

/** Whether the key of the viewer's token is still valid, if a token is required. */
export function isKeyValid(given: string, { values, streamingKeys }: RulesInForce): boolean {
  if (values.streaming !== "token") return true;
  const [, keyId] = given.split(KEY_SEPARATOR);
  return streamingKeys.some(({ uuid }) => shortKeyId(uuid) === keyId);
}

/** Shortens a key's id. A client has at most two keys, so the short form distinguishes them. */
const shortKeyId = (keyId: string) => keyId.slice(0, ACCESS_DIGEST_LENGTH);

/**
 * Combines the settings of a video with those of its client.
 * @param client undefined if unknown, in which case no client settings apply.
 * @param uuid the hosted video, which the client's list of playable videos may exclude.
 * @param lock what the hosted video requires before playback.
 * @param origins settings of the videos in a scene list.
 */
export function rulesInForce(
  described: DescribedRules,
  client: ClientDescriptor | undefined,
  {
    nowMs,
    uuid,
    lock = "",
    origins = [],
  }: { nowMs: number; uuid?: string; lock?: string; origins?: readonly DescribedRules[] | undefined },
): RulesInForce {
  const rules = joinRules(
    accessRulesOf(described, client, { nowMs, uuid }),
    origins.map((origin) => accessRulesOf(origin, client, { nowMs })),
  );
  return {
    ...rules,
    values: valuesOf(rules.resolved),
    timeZone: client?.timeZone ?? "UTC",
    streamingKeys: client?.streamingKeys ?? [],
    access: accessDigestOf(rules) + lock,
  };
}

function accessDigestOf({ resolved, bans, origins = [] }: AccessRules): string {
  const values = ACCESS_RULES.map((name) => resolved[name].value);
  const parts = [...values, ...BAN_NAMES.map((name) => bans[name])].map((value) =>
    typeof value === "object" ? digestOfList(value) : String(value),
  );
  return digestOf([...parts, ...origins.map(accessDigestOf)].join(" "));
}

/** Caches digests by list object, because rules are resolved every second, while lists of up to 50,000 entries rarely change. */
const digestsOfLists = new WeakMap<readonly string[], string>();

function digestOfList(list: readonly string[]): string {
  if (list.length === 0) return "";
  const known = digestsOfLists.get(list);
  if (known !== undefined) return known;
  const digest = digestOf(list.join(" "));
  digestsOfLists.set(list, digest);
  return digest;
}

const digestOf = (text: string) => hash("sha256", text, "base64url").slice(0, ACCESS_DIGEST_LENGTH);
