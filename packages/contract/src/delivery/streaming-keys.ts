import { z } from "zod";
import { Text } from "../text.ts";

/** The maximum length of a token: enough for all possible claims. */
export const MAX_STREAMING_TOKEN_LENGTH = 4_000;
/** A token (JWT) with which a client's backend allows a viewer to watch. */
export const StreamingToken = Text.max(MAX_STREAMING_TOKEN_LENGTH);

/** A client can have two keys, so that the next key can be created before the previous one is removed. */
export const MAX_STREAMING_KEYS = 2;
const MAX_PEM_LENGTH = 2_000;

/** The public key for tokens signed by a client's backend. */
export const StreamingKey = z.strictObject({
  /** The key's id: `kid` in a token's header. */
  uuid: z.string(),
  /** The key as PEM (SPKI), of the curve P-256. */
  publicKey: z.string(),
});
export type StreamingKey = z.infer<typeof StreamingKey>;

export const StreamingKeyInput = z.strictObject({
  name: Text.trim().min(1).max(100),
  /** PEM (SPKI), of the curve P-256; if omitted, the platform generates the key pair. */
  publicKey: Text.max(MAX_PEM_LENGTH).optional(),
});
export type StreamingKeyInput = z.infer<typeof StreamingKeyInput>;

export const StreamingKeyView = StreamingKey.extend({ name: z.string(), createdAt: z.string() });
export type StreamingKeyView = z.infer<typeof StreamingKeyView>;

export const AddedStreamingKey = StreamingKeyView.extend({
  /** The private key of a generated pair, as PEM (PKCS #8): returned once and never stored. */
  privateKey: z.string().nullable(),
});
export type AddedStreamingKey = z.infer<typeof AddedStreamingKey>;
