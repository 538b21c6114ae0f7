import { z } from "zod";
import { TITLE_MAX_LENGTH } from "../constants.ts";
import { PageQuery } from "../list.ts";
import { InputQualities, Tag } from "../media/video.ts";
import { IpOrCidr } from "../origins.ts";
import { Moment, Text } from "../text.ts";
import { API_KEY_TYPES, SCOPES } from "./scopes.ts";

/** Per client. Ten thousand of an installation are listed and found as fast as ten. */
export const API_KEYS_MAX_COUNT = 1_000;
export const API_KEY_DESCRIPTION_MAX_LENGTH = 200;
export const API_KEY_VIDEOS_MAX_COUNT = 100;
export const API_KEY_ADDRESSES_MAX_COUNT = 50;
export const API_KEY_TITLE_PREFIX_MAX_LENGTH = 100;
/** How long the previous secret keeps working after a rotation: a day, unless the manager chooses otherwise. */
export const API_KEY_OVERLAP_SEC = 86_400;
export const API_KEY_OVERLAP_MAX_SEC = 604_800;

/** The conditions of each call with a key, in addition to those of the call itself (§3). */
export const ApiKeyParameters = z.strictObject({
  /** Uuids of the only videos that it reaches; all of the client's when there are none. */
  videos: z.array(z.uuid()).max(API_KEY_VIDEOS_MAX_COUNT).default([]),
  /** Is among the tags of every video that it makes or changes. */
  tag: Tag.optional(),
  /** The config whose rules every video has that it makes. */
  config: z.uuid().optional(),
  /** The encoding of every video that it creates. */
  inputQualities: InputQualities.optional(),
  /** The maximum size of an uploaded file. */
  maxSizeBytes: z.number().int().min(1).max(1e15).optional(),
  /** With which the title of every video begins that it makes or changes. */
  titlePrefix: Text.min(1).max(Math.min(TITLE_MAX_LENGTH, API_KEY_TITLE_PREFIX_MAX_LENGTH)).optional(),
});
export type ApiKeyParameters = z.infer<typeof ApiKeyParameters>;

export const ApiKeyInput = z.strictObject({
  type: z.enum(API_KEY_TYPES).default("analytics"),
  description: Text.trim().min(1).max(API_KEY_DESCRIPTION_MAX_LENGTH),
  fixedParameters: ApiKeyParameters.default({ videos: [] }),
  /** Addresses and networks in CIDR that may call with it; any when there are none. */
  addresses: z.array(IpOrCidr).max(API_KEY_ADDRESSES_MAX_COUNT).default([]),
  /** When it stops working; it does not end by itself without one. */
  expiresAt: Moment.nullable().default(null),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

export const ApiKeyListQuery = PageQuery.extend({
  /** Words of descriptions, or the beginning of a uuid. */
  search: Text.max(200).optional(),
});
export type ApiKeyListQuery = z.infer<typeof ApiKeyListQuery>;

export const ApiKeyView = z.object({
  /** The user of Basic authentication. */
  uuid: z.string(),
  type: z.enum(API_KEY_TYPES),
  /** The rights of its type. */
  scopes: z.array(z.enum(SCOPES)),
  description: z.string(),
  fixedParameters: ApiKeyParameters,
  addresses: z.array(z.string()),
  createdAt: z.string(),
  /** Null for keys that are older than this is noted. */
  createdBy: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** Until when the secret before still works; null when it does not. */
  oldSecretUntil: z.string().nullable(),
  /** To the minute; null for one that never was. */
  lastUsedAt: z.string().nullable(),
  /** From where, and what it called: method and path. */
  lastUsedAddress: z.string().nullable(),
  lastUsedCall: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const AddedApiKey = ApiKeyView.extend({
  /** The whole credential, `shoal_{uuid}_{secret}`, for `Authorization: Bearer`: returned once, and stored nowhere. */
  key: z.string(),
  /** The password of Basic authentication, told this once too. */
  secret: z.string(),
});
export type AddedApiKey = z.infer<typeof AddedApiKey>;

const CREDENTIAL = /^shoal_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_([A-Za-z0-9_-]{1,200})$/i;

/** @example apiKeyText({ uuid, secret }) // "shoal_{uuid}_{secret}" */
export const apiKeyText = ({ uuid, secret }: { uuid: string; secret: string }) => `shoal_${uuid}_${secret}`;

/** The two parts of a key that is written as one text; undefined for any other text. */
export function readApiKeyText(text: string): { uuid: string; secret: string } | undefined {
  const [, uuid, secret] = CREDENTIAL.exec(text) ?? [];
  return uuid === undefined || secret === undefined ? undefined : { uuid: uuid.toLowerCase(), secret };
}

/** Whether an address, as it was sent, holds a key: logs and browsers' histories keep addresses. */
export const hasApiKeyIn = (address: string): boolean =>
  /shoal_[0-9a-f]{8}-/i.test(address.includes("%") ? withoutEscapes(address) : address);

function withoutEscapes(address: string): string {
  return address.replace(/%([2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
