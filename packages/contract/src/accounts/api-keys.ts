import { z } from "zod";
import { Text } from "../text.ts";

/** What the backend of a client may do with a key: `analytics` reads figures. */
export const API_KEY_TYPES = ["analytics"] as const;
export type ApiKeyType = (typeof API_KEY_TYPES)[number];

export const API_KEYS_MAX_COUNT = 50;
export const API_KEY_DESCRIPTION_MAX_LENGTH = 200;
export const API_KEY_VIDEOS_MAX_COUNT = 100;

/** What a key says of each of its calls, whatever the call itself says (§3). */
export const ApiKeyParameters = z.strictObject({
  /** Uuids of the only videos whose figures it reads; all of the client's when there are none. */
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
  description: z.string(),
  fixedParameters: z.object({ videos: z.array(z.string()) }),
  createdAt: z.string(),
  /** To the minute; null for one that never was. */
  lastUsedAt: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const AddedApiKey = ApiKeyView.extend({
  /** The password of Basic authentication: it is told this once, and kept nowhere. */
  secret: z.string(),
});
export type AddedApiKey = z.infer<typeof AddedApiKey>;
