import { z } from "zod";
import { MAX_TITLE_LENGTH } from "../constants.ts";
import { PageQuery } from "../list.ts";
import { InputQualities, Tag } from "../media/video.ts";
import { IpOrCidr } from "../origins.ts";
import { Moment, Text, Uuid } from "../text.ts";
import { API_KEY_TYPES, SCOPES } from "./scopes.ts";

/**
 * The maximum number of keys per client. It can be high, since lists and lookups are as fast with ten thousand keys in an installation as
 * with ten.
 */
export const MAX_API_KEYS = 1_000;
export const MAX_API_KEY_DESCRIPTION_LENGTH = 200;
export const MAX_API_KEY_VIDEOS = 100;
export const MAX_API_KEY_ADDRESSES = 50;
export const MAX_API_KEY_TITLE_PREFIX_LENGTH = 100;
/** How long the previous secret keeps working by default after a rotation: one day. */
export const API_KEY_OVERLAP_SEC = 86_400;
export const MAX_API_KEY_OVERLAP_SEC = 604_800;

/** The restrictions on each call with a key, in addition to the call's own restrictions (§3). */
export const ApiKeyParameters = z.strictObject({
  /** Uuids of the videos that the key can access; empty for all videos of the client. */
  videos: z.array(Uuid).max(MAX_API_KEY_VIDEOS).default([]),
  /** A tag that is added to every video that the key creates or changes. */
  tag: Tag.optional(),
  /** The config whose rules apply to every video that the key creates. */
  config: Uuid.optional(),
  /** The encoding of every video that the key creates. */
  inputQualities: InputQualities.optional(),
  /** The maximum size of an uploaded file. */
  maxSizeBytes: z.number().int().min(1).max(1e15).optional(),
  /** A prefix added to the title of every video that the key creates or changes. */
  titlePrefix: Text.min(1).max(Math.min(MAX_TITLE_LENGTH, MAX_API_KEY_TITLE_PREFIX_LENGTH)).optional(),
});
export type ApiKeyParameters = z.infer<typeof ApiKeyParameters>;

export const ApiKeyInput = z.strictObject({
  type: z.enum(API_KEY_TYPES).default("analytics"),
  description: Text.trim().min(1).max(MAX_API_KEY_DESCRIPTION_LENGTH),
  fixedParameters: ApiKeyParameters.default({ videos: [] }),
  /** Addresses and CIDR networks from which the key can be used; empty for any. */
  addresses: z.array(IpOrCidr).max(MAX_API_KEY_ADDRESSES).default([]),
  /** When the key expires; null for never. */
  expiresAt: Moment.nullable().default(null),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

export const ApiKeyListQuery = PageQuery.extend({
  /** The search words: words of the description, or the start of a uuid. */
  search: Text.max(200).optional(),
});
export type ApiKeyListQuery = z.infer<typeof ApiKeyListQuery>;

export const ApiKeyView = z.object({
  /** The username for Basic authentication. */
  uuid: z.string(),
  type: z.enum(API_KEY_TYPES),
  /** The permissions of the key's type. */
  scopes: z.array(z.enum(SCOPES)),
  description: z.string(),
  fixedParameters: ApiKeyParameters,
  addresses: z.array(z.string()),
  createdAt: z.string(),
  /** The user who created the key; null for keys that predate this field. */
  createdBy: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** When the previous secret stops working; null if no previous secret works. */
  oldSecretUntil: z.string().nullable(),
  /** When the key was last used, to the minute; null if never. */
  lastUsedAt: z.string().nullable(),
  /** The caller's address, and the method and path of the call. */
  lastUsedAddress: z.string().nullable(),
  lastUsedCall: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const AddedApiKey = ApiKeyView.extend({
  /** The whole credential, `shoal_{uuid}_{secret}`, for `Authorization: Bearer`: returned only once and never stored. */
  key: z.string(),
  /** The password for Basic authentication, also returned only once. */
  secret: z.string(),
});
export type AddedApiKey = z.infer<typeof AddedApiKey>;

const API_KEY_PATTERN = /^shoal_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_([A-Za-z0-9_-]{1,200})$/i;

/** @example apiKeyText({ uuid, secret }) // "shoal_{uuid}_{secret}" */
export const apiKeyText = ({ uuid, secret }: { uuid: string; secret: string }) => `shoal_${uuid}_${secret}`;

/** Splits `shoal_{uuid}_{secret}` into its uuid and secret. Returns undefined for any other text. */
export function readApiKeyText(text: string): { uuid: string; secret: string } | undefined {
  const [, uuid, secret] = API_KEY_PATTERN.exec(text) ?? [];
  return uuid === undefined || secret === undefined ? undefined : { uuid: uuid.toLowerCase(), secret };
}

/** Returns whether a URL contains an API key: URLs end up in logs and browser histories. */
export const hasApiKeyIn = (address: string): boolean =>
  /shoal_[0-9a-f]{8}-/i.test(address.includes("%") ? decodeEscapes(address) : address);

function decodeEscapes(address: string): string {
  return address.replace(/%([2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
