import { z } from "zod";
import { MAX_UPLOAD_BYTES } from "../constants.ts";
import {
  Description,
  ENCODING_STATUSES,
  InputQualities,
  Tags,
  Title,
  VideoPassword,
} from "../media/video.ts";
import { Text, Uuid } from "../text.ts";

export const UPLOAD_TOKEN_LIFETIME_SEC = 3_600;
export const MAX_UPLOAD_TOKEN_LIFETIME_SEC = 86_400;
/** The additional time that an upload has to finish if it started while its token was valid. */
export const UPLOAD_TOKEN_FINISH_WINDOW_SEC = 86_400;
export const MAX_UPLOAD_TOKEN_ORIGINS = 10;
/** Maximum number of tokens per client that have not ended. */
export const MAX_UPLOAD_TOKENS = 10_000;

const isOrigin = (text: string): boolean => {
  try {
    const { origin, protocol } = new URL(text);
    return origin === text && /^https?:$/.test(protocol);
  } catch {
    return false;
  }
};
/** An origin in the form in which browsers send it. */
const PageOrigin = Text.max(300).refine(isOrigin, {
  message: "must be an origin, such as https://www.example.org",
});

/** The fields of the video to upload, which the uploader cannot change. */
export const UploadTokenFields = z.strictObject({
  title: Title,
  description: Description.optional(),
  tags: Tags.optional(),
  inputQualities: InputQualities.optional(),
  firstPass: z.boolean().optional(),
  autoplay: z.boolean().optional(),
  password: VideoPassword.optional(),
});
export type UploadTokenFields = z.infer<typeof UploadTokenFields>;

export const CreateUploadToken = UploadTokenFields.extend({
  /** The config whose rules apply to the video. */
  config: Uuid.optional(),
  maxBytes: z.number().int().min(1).max(MAX_UPLOAD_BYTES),
  lifetimeSec: z.number().int().min(60).max(MAX_UPLOAD_TOKEN_LIFETIME_SEC).default(UPLOAD_TOKEN_LIFETIME_SEC),
  /** The origins of the pages that may upload. */
  origins: z.array(PageOrigin).min(1).max(MAX_UPLOAD_TOKEN_ORIGINS),
});
export type CreateUploadToken = z.infer<typeof CreateUploadToken>;

export const UploadTokenView = z.object({
  uuid: z.string(),
  title: z.string(),
  maxBytes: z.number(),
  origins: z.array(z.string()),
  /** The video that was announced with the token. */
  video: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.string(),
  /**
   * Whether the token was revoked; also true if the API key that created it was revoked, has expired or was given a new secret, or if the
   * user who created it was deleted, may no longer upload or has a new password.
   */
  isRevoked: z.boolean(),
});
export type UploadTokenView = z.infer<typeof UploadTokenView>;

export const AddedUploadToken = z.object({
  /** The token that browsers send as `Authorization: Bearer`; returned only once and never stored. */
  token: z.string(),
  uuid: z.string(),
  expiresAt: z.string(),
});
export type AddedUploadToken = z.infer<typeof AddedUploadToken>;

/** What the holder of a token can see of its upload. */
export const CurrentUpload = z.object({
  maxBytes: z.number(),
  expiresAt: z.string(),
  video: z
    .object({
      uuid: z.string(),
      encodingStatus: z.enum(ENCODING_STATUSES),
      uploadingPercent: z.number().nullable(),
      encodingPercent: z.number().nullable(),
      embedUrl: z.string(),
    })
    .nullable(),
});
export type CurrentUpload = z.infer<typeof CurrentUpload>;

const UPLOAD_TOKEN_PREFIX = "shoalup_";
const UPLOAD_TOKEN_PATTERN =
  /^(?:Bearer )?shoalup_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_([\w-]{43})$/i;

export const uploadTokenText = ({ uuid, secret }: { uuid: string; secret: string }) =>
  `${UPLOAD_TOKEN_PREFIX}${uuid}_${secret}`;

/** @returns undefined for other credentials. */
export function readUploadToken(authorization: string): { uuid: string; secret: string } | undefined {
  const [, uuid, secret] = UPLOAD_TOKEN_PATTERN.exec(authorization) ?? [];
  return uuid === undefined || secret === undefined ? undefined : { uuid: uuid.toLowerCase(), secret };
}

/** Returns whether a header contains an upload token, valid or not. */
export const hasUploadToken = (authorization: string): boolean =>
  /^(?:Bearer )?shoalup_/i.test(authorization);
