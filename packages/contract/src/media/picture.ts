import { z } from "zod";
import {
  MAX_PICTURE_ALT_LENGTH,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_NAME_LENGTH,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE_PX,
  MAX_PICTURES,
} from "../constants.ts";
import { Text } from "../text.ts";

/** The format that a picture is stored in, regardless of the uploaded format. */
export const PICTURE_FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/**
 * One encoding of a picture in the media store. Its name contains a hash of its encoding parameters, so that it never changes.
 */
export const PictureFile = z.strictObject({
  /** The name of the encoding in the media store, and its path on the edge: `pictures/{uuid}/{hash}-{width}.{format}`. */
  object: z.string(),
  format: z.enum(PICTURE_FORMATS),
  width: z.number().int(),
  height: z.number().int(),
  sizeBytes: z.number().int(),
});
export type PictureFile = z.infer<typeof PictureFile>;

/** The addresses of a picture for pages. `avif` and `webp` are values of `srcset`; `avif` is empty for transparent pictures. */
export const PictureSource = z.object({
  /** The address of the largest size, in the format that every browser reads. */
  src: z.string(),
  avif: z.string(),
  webp: z.string(),
  width: z.number(),
  height: z.number(),
  /** The alternative text; empty for a decorative picture. */
  alt: z.string(),
});
export type PictureSource = z.infer<typeof PictureSource>;

export const PICTURE_STATES = ["preparing", "ready", "failed"] as const;

/** Why a job about an object of a client other than a video failed. */
export const ASSET_ERROR_TYPES = ["unreadable", "too_large", "time_limit", "disk_full", "failed"] as const;
export type AssetErrorType = (typeof ASSET_ERROR_TYPES)[number];
export const AssetFault = z.strictObject({ errorType: z.enum(ASSET_ERROR_TYPES), detail: z.string() });
export type AssetFault = z.infer<typeof AssetFault>;

export const PictureName = Text.trim().min(1).max(MAX_PICTURE_NAME_LENGTH);
export const PictureAlt = Text.trim().max(MAX_PICTURE_ALT_LENGTH);

/** A picture of the client's library. Dates are ISO 8601 in UTC. */
export const PictureView = z.object({
  id: z.string(),
  name: z.string(),
  alt: z.string(),
  state: z.enum(PICTURE_STATES),
  /** Why the picture failed; null in other states. */
  errorType: z.enum(ASSET_ERROR_TYPES).nullable(),
  originalName: z.string(),
  /** The size of the uploaded file. */
  originalSizeBytes: z.number(),
  /** The total size of all stored encodings. */
  sizeBytes: z.number(),
  /** The size of the upright picture in pixels; null until the picture is ready. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  source: PictureSource.nullable(),
  /** The number of outros that show the picture. */
  outroCount: z.number(),
  createdAt: z.string(),
  modifiedAt: z.string(),
});
export type PictureView = z.infer<typeof PictureView>;

/** Why a file is rejected by the library: reasons of the field `picture`. */
export const PICTURE_REFUSALS = {
  empty: "has no bytes",
  unknownKind: "is not a PNG, JPEG, WebP, GIF or AVIF picture",
  animation: "is an animated WebP: use a GIF, or one picture of it",
  noPixels: "has no pixels",
  tooManyPixels: `is larger than ${MAX_PICTURE_PIXELS / 1e6} million pixels, or than ${MAX_PICTURE_SIDE_PX} pixels on a side`,
  tooManyBytes: `is larger than ${MAX_PICTURE_BYTES / 1e6} MB`,
  tooMany: `a client can have at most ${MAX_PICTURES} pictures`,
} as const;
export type PictureRefusal = (typeof PICTURE_REFUSALS)[keyof typeof PICTURE_REFUSALS];
