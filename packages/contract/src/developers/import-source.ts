import { z } from "zod";
import { SOURCE_URL_MAX_LENGTH } from "../constants.ts";

/** Services whose videos an import reads by itself. */
export const IMPORT_SOURCE_KINDS = ["peertube"] as const;
export type ImportSourceKind = (typeof IMPORT_SOURCE_KINDS)[number];

export interface PeerTubeChannel {
  origin: string;
  /** As named by the server's API; for a remote channel, with its host. */
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
  /** The page of a public channel. */
  channel: z
    .string()
    .trim()
    .max(SOURCE_URL_MAX_LENGTH)
    .refine((address) => peerTubeChannelOf(address) !== undefined, {
      message: "must be the address of a channel, such as https://video.example.org/c/films",
    }),
});

/** Where an import reads its list. Credentials are sealed, never answered, and deleted once the import is over. */
export const ImportSource = z.discriminatedUnion("kind", [PeerTubeSource]);
export type ImportSource = z.output<typeof ImportSource>;
