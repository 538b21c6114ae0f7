import { z } from "zod";
import { MAX_SOURCE_URL_LENGTH } from "../constants.ts";
import { Text } from "../text.ts";

/** Services from which an import reads the list of videos itself. */
export const IMPORT_SOURCE_KINDS = ["peertube", "s3", "vimeo", "mux"] as const;
export type ImportSourceKind = (typeof IMPORT_SOURCE_KINDS)[number];

export interface PeerTubeChannel {
  origin: string;
  /** The channel's name in the server's API; for a remote channel, with its host. */
  handle: string;
}

/**
 * @example peerTubeChannelOf("https://video.example/c/films/videos") // { origin: "https://video.example", handle: "films" }
 */
export function peerTubeChannelOf(address: string): PeerTubeChannel | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  const [, handle = ""] = /^\/(?:c|video-channels)\/([\w.-]+(?:@[\w.:-]+)?)(?:\/|$)/.exec(pathname) ?? [];
  return handle !== "" && /^https?:$/.test(protocol) ? { origin, handle } : undefined;
}

const PeerTubeSource = z.strictObject({
  kind: z.literal("peertube"),
  /** The address of a public channel's page. */
  channel: z
    .string()
    .trim()
    .max(MAX_SOURCE_URL_LENGTH)
    .refine((address) => peerTubeChannelOf(address) !== undefined, {
      message: "must be the URL of a channel, such as https://video.example.org/c/films",
    }),
});

/** A credential, sent unchanged in a header. */
const HeaderCredential = z
  .string()
  .trim()
  // `abort` skips the later checks, so that an invalid value is reported only once.
  .max(500, { abort: true })
  .regex(/^[\x21-\x7e]*$/, { message: "can contain only letters, digits and symbols", abort: true });

/** @example isEndpoint("https://s3.example.org") // true */
function isEndpoint(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && pathname === "/" && !(search || hash || username || password);
}

const S3Source = z
  .strictObject({
    kind: z.literal("s3"),
    bucket: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, "must be the name of a bucket"),
    /** The key prefix of the objects to import. */
    prefix: Text.max(1_000).default(""),
    region: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{2,50}$/, "must be a region such as eu-west-3")
      .default("us-east-1"),
    /** The address of a provider other than Amazon. */
    endpoint: z
      .string()
      .trim()
      .max(MAX_SOURCE_URL_LENGTH)
      .refine(isEndpoint, { message: "must be a URL without a path, such as https://s3.example.org" })
      .optional(),
    /**
     * Whether the bucket is part of the path instead of the host; the default with an `endpoint`, since every compatible server
     * supports it.
     */
    isPathStyle: z.boolean().optional(),
    /** The access key; both fields are empty for a public bucket. */
    accessKeyId: HeaderCredential.default(""),
    secretAccessKey: HeaderCredential.default(""),
  })
  .refine(({ accessKeyId, secretAccessKey }) => accessKeyId === "" || secretAccessKey !== "", {
    path: ["secretAccessKey"],
    message: "is required with an access key",
  })
  .refine(({ accessKeyId, secretAccessKey }) => secretAccessKey === "" || accessKeyId !== "", {
    path: ["accessKeyId"],
    message: "is required with a secret key",
  });

/** A credential without which the service cannot be called. */
const RequiredCredential = HeaderCredential.min(1, "is missing");

const VimeoSource = z.strictObject({
  kind: z.literal("vimeo"),
  /** A token of the account to import from, with the scopes `public`, `private` and `video_files`. */
  accessToken: RequiredCredential,
});

const MuxSource = z.strictObject({
  kind: z.literal("mux"),
  tokenId: RequiredCredential,
  tokenSecret: RequiredCredential,
});

/** Where an import reads its list. Credentials are stored encrypted, never returned, and deleted once the import is over. */
export const ImportSource = z.discriminatedUnion("kind", [PeerTubeSource, S3Source, VimeoSource, MuxSource]);
export type ImportSource = z.output<typeof ImportSource>;
