import { createHash } from "node:crypto";

/** The inputs that determine the bytes of an object. */
export interface ObjectIdentity {
  videoUuid: string;
  generation: number;
  trackId: string;
  /** The settings, as any JSON value; the order of keys matters. */
  ingredients: unknown;
}

/**
 * Returns the name of an object without its extension. It depends only on the inputs, so making the object again writes the same
 * bytes under the same name.
 */
export function objectNameOf({ videoUuid, generation, trackId, ingredients }: ObjectIdentity): string {
  const hash = sha256Of(Buffer.from(JSON.stringify(ingredients))).slice(0, 32);
  return `videos/${videoUuid}/${generation}/${trackId}/${hash}`;
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
