import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import type { RouteSpec } from "@shoal/contract";
import {
  type FieldPath,
  type JsonSchema,
  jsonTypeOf,
  type RequestPart,
  schemasOf,
} from "./request-schemas.ts";

export type RequestSample = Partial<Record<RequestPart, unknown>>;

const sampleAddress = () => "203.0.113.7";
const sampleHost = () => "example.org";
const sampleEmail = () => `sample-${randomBytes(6).toString("hex")}@example.org`;

/**
 * Values for fields whose rules JSON Schema does not express, such as patterns, refinements and uniqueness. They are looked up by
 * the last name in the field's path, or by the last two.
 */
const SAMPLES_BY_FIELD: Record<string, () => unknown> = {
  ids: () => "1",
  upTo: () => "1",
  username: () => `sample-${randomBytes(6).toString("hex")}`,
  clientname: () => `Sample ${randomBytes(6).toString("hex")}`,
  password: () => "Correct-horse-1",
  confirmPassword: () => "Correct-horse-1",
  newPassword: () => "Correct-horse-1",
  currentPassword: () => "Correct-horse-1",
  email: sampleEmail,
  contactEmail: sampleEmail,
  mail: sampleEmail,
  siren: () => "732829320",
  siret: () => "73282932000074",
  country: () => "FR",
  vatNumber: () => "FR40303265045",
  iban: () => "FR7630006000011234567890189",
  bic: () => "AGRIFRPP",
  validFrom: () => "2098-05-01",
  phone: () => "+33 1 23 45 67 89",
  language: () => "fr",
  settings: () => "align:start",
  checksum: () => "0".repeat(64),
  textHash: () => "0".repeat(64),
  "visitor.address": sampleAddress,
  authorizedIPs: sampleAddress,
  unauthorizedIPs: sampleAddress,
  authorizedVPNsList: sampleAddress,
  authorizedCountries: () => "FR",
  unauthorizedCountries: () => "FR",
  host: sampleHost,
  hosts: sampleHost,
  origins: () => "https://www.example.org",
  corsOrigins: () => "https://www.example.org",
  accent: () => "#2ad4c5",
  background: () => "#000000",
  sites: () => "example.org",
  websites: sampleHost,
  authorizedWebsites: sampleHost,
  unauthorizedWebsites: sampleHost,
  authorizedSubdomains: sampleHost,
  unauthorizedSubdomains: sampleHost,
  addresses: sampleAddress,
  expiresAt: () => "2098-05-01T00:00:00.000Z",
  publicIPs: sampleAddress,
  subnets: () => "203.0.113.0/24",
  timeZone: () => "Europe/Paris",
  // No footprint report exists for this month.
  month: () => "2021-05",
  year: () => "2021",
  paidOn: () => "2021-05-06",
  publicKey: () =>
    generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" }),
  from: () => "08:00",
  to: () => "18:00",
  url: () => "https://example.org/",
  // Tests never connect to these import sources.
  bucket: () => "films",
  region: () => "eu-west-3",
  endpoint: () => "https://127.0.0.1",
  accessKeyId: () => "sample",
  secretAccessKey: () => "sample",
  accessToken: () => "sample",
  tokenId: () => "sample",
  tokenSecret: () => "sample",
  channel: () => "https://127.0.0.1/c/films",
  "other.url": () => "rtmp://example.org/app",
  color: () => "#2ad4c5",
  emoji: () => "👍",
  // At most ten external streams count in all, and a stream without a key does not count.

  "facebook.key": () => "",
  "twitch.key": () => "",
  "other.key": () => "",
  urls: () => "stun:stun.example.org:3478",
};

/** Lists whose entries depend on each other. */
const KNOWN_LISTS: Record<string, () => unknown[]> = {
  // Only the last tier has no limit.
  tiers: () => [{ upToBytes: null, microsPerTb: 10_000_000, fixedCents: 25_000 }],
};

/** Values for fields whose names several schemas use. */
const SAMPLES_BY_PATTERN: Record<string, () => string> = {
  "^cs_[A-Za-z0-9_]{1,200}$": () => "cs_test_sample",
  "^[A-Za-z0-9_-]{43}$": () => "k".repeat(43),
  "^[A-Za-z0-9_-]{1,64}$": () => randomUUID(),
  "^[0-9,]{0,800}$": () => "0,50,100",
};

/** Fields that apply only to lives, where the sample of the body is a file. */
const LIVE_ONLY_FIELDS = new Set([
  "liveType",
  "encodingStatus",
  "keepLive",
  "seekLive",
  "liveToKeepDuration",
  "targetLatencySec",
  "directStream",
  "externalStreams",
]);

/** JSON types that a field accepts in addition to its schema: it is converted before validation. */
const ALSO_ACCEPTED: Record<string, readonly string[]> = { tags: ["string"] };

/** @example alsoAccepts(["tags"], "one|:|two") // true */
export const alsoAccepts = (path: FieldPath, value: unknown): boolean =>
  path.at(-1) === nameOf(path) && (ALSO_ACCEPTED[nameOf(path)]?.includes(jsonTypeOf(value)) ?? false);

const SAMPLES_BY_FORMAT: Record<string, () => string> = {
  uuid: () => randomUUID(),
  "date-time": () => "2031-05-06T07:08:09Z",
  uri: () => "https://media.example.org/film.mp4",
  email: sampleEmail,
};

/** Moments that must be in the past. */
const PAST_SAMPLES: Record<string, () => string> = { createdDate: () => "2021-05-06T07:08:09Z" };

/** The content of a sample: only required fields, or every field at its maximum size. */
export type SampleSize = "least" | "fullest";
const MAX_ITEMS = 20;

/** Creates a request that the route's schemas accept. @throws Error naming a field for which no valid value is known. */
export function sampleRequest(route: RouteSpec, size: SampleSize): RequestSample {
  const parts = Object.entries(schemasOf(route));
  return Object.fromEntries(parts.map(([part, schema]) => [part, sampleOf(schema, size, [])]));
}

/** Creates a value that the schema accepts. */
export function sampleOf(schema: JsonSchema, size: SampleSize, path: FieldPath): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branch = schema.anyOf?.at(size === "least" ? 0 : -1);
  if (branch) return sampleOf(branch.type === "null" ? (schema.anyOf?.[0] ?? {}) : branch, size, path);
  switch (schema.type) {
    case "string":
      return sampleText(schema, size, path);
    case "number":
    case "integer":
      return size === "fullest" ? (schema.maximum ?? 1e9) : Math.max(schema.minimum ?? 0, 0);
    case "array":
      return sampleArray(schema, size, path);
    case "object":
      return sampleObject(schema, size, path);
    default:
      return schema.type === "null" ? null : true;
  }
}

function sampleText(schema: JsonSchema, size: SampleSize, path: FieldPath): string {
  const names = path.filter((part) => typeof part === "string");
  const known =
    PAST_SAMPLES[nameOf(path)] ??
    SAMPLES_BY_FORMAT[schema.format ?? ""] ??
    SAMPLES_BY_FIELD[names.slice(-2).join(".")] ??
    SAMPLES_BY_FIELD[nameOf(path)];
  const patterned = schema.pattern === undefined ? undefined : SAMPLES_BY_PATTERN[schema.pattern];
  if (patterned) return patterned();
  if (known) return String(known());
  if (schema.pattern) throw new Error(`Say in KNOWN what ${path.join(".")} may be: ${schema.pattern}`);
  const { minLength = 0, maxLength = 100 } = schema;
  return "a".repeat(size === "fullest" ? maxLength : Math.max(1, minLength));
}

const nameOf = (path: FieldPath) => String(path.findLast((part) => typeof part === "string") ?? "");

function sampleArray(
  { items, prefixItems, minItems = 0, maxItems = 1 }: JsonSchema,
  size: SampleSize,
  path: FieldPath,
) {
  const known = KNOWN_LISTS[nameOf(path)];
  if (known) return known();
  if (prefixItems) return prefixItems.map((item, index) => sampleOf(item, size, [...path, index]));
  const length = size === "fullest" ? Math.min(maxItems, MAX_ITEMS) : minItems;
  return Array.from({ length }, (_, index) => sampleOf(items || {}, size, [...path, index]));
}

function sampleObject(schema: JsonSchema, size: SampleSize, path: FieldPath): object {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  const isFile = "fingerprint" in properties;
  const wanted = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (size === "fullest" && !(isFile && LIVE_ONLY_FIELDS.has(name))),
  );
  const named = wanted.map(([name, field]) => [name, sampleOf(field, size, [...path, name])]);
  const key =
    size === "fullest" && additionalProperties ? String(propertyNames?.enum?.[0] ?? "a") : undefined;
  const free =
    key && additionalProperties ? [[key, sampleOf(additionalProperties, size, [...path, key])]] : [];
  return Object.fromEntries([...named, ...free]) as object;
}
