import { z } from "zod";
import { Text } from "../text.ts";
import { API_KEY_TYPES, SCOPES } from "./scopes.ts";

/** Of a client. Ten thousand of an installation are listed and found as fast as ten. */
export const API_KEYS_MAX_COUNT = 1_000;
export const API_KEY_DESCRIPTION_MAX_LENGTH = 200;
export const API_KEY_VIDEOS_MAX_COUNT = 100;

/** What a key says of each of its calls, whatever the call itself says (§3). */
export const ApiKeyParameters = z.strictObject({
  /** Uuids of the only videos that it reaches; all of the client's when there are none. */
  videos: z.array(z.uuid()).max(API_KEY_VIDEOS_MAX_COUNT).default([]),
});
export type ApiKeyParameters = z.infer<typeof ApiKeyParameters>;

export const ApiKeyInput = z.strictObject({
  type: z.enum(API_KEY_TYPES).default("analytics"),
  description: Text.trim().min(1).max(API_KEY_DESCRIPTION_MAX_LENGTH),
  fixedParameters: ApiKeyParameters.default({ videos: [] }),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

export const ApiKeyView = z.object({
  /** The user of Basic authentication. */
  uuid: z.string(),
  type: z.enum(API_KEY_TYPES),
  /** What its type may do. */
  scopes: z.array(z.enum(SCOPES)),
  description: z.string(),
  fixedParameters: z.object({ videos: z.array(z.string()) }),
  createdAt: z.string(),
  /** To the minute; null for one that never was. */
  lastUsedAt: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const AddedApiKey = ApiKeyView.extend({
  /** The whole credential, `shoal_{uuid}_{secret}`, for `Authorization: Bearer`: it is told this once, and kept nowhere. */
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
