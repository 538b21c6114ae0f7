import { z } from "zod";
import { Text, Uuid } from "../text.ts";

/** The platforms that lives can be restreamed to (§3). */
export const EXTERNAL_PLATFORMS = ["youtube", "facebook", "twitch", "other"] as const;
export type ExternalPlatform = (typeof EXTERNAL_PLATFORMS)[number];

/** Published servers of platforms with one server for all users; `other` targets specify their own. */
export const EXTERNAL_SERVERS: Readonly<Record<Exclude<ExternalPlatform, "other">, string>> = {
  youtube: "rtmps://a.rtmps.youtube.com:443/live2",
  facebook: "rtmps://live-api-s.facebook.com:443/rtmp",
  twitch: "rtmp://live.twitch.tv:1935/app",
};

/** Maximum number of targets of one live. */
export const MAX_EXTERNAL_STREAMS = 10;

const TargetKey = Text.trim().max(500);
/**
 * Returns whether a string is the server of a target, without its key. It is parsed as an http URL, since the URL parser does not
 * validate hosts of schemes such as `rtmp:`.
 */
const isServer = (text: string) =>
  text === "" ||
  (/^rtmps?:\/\/[^/?#@\s]+([/?]\S*)?$/i.test(text) && URL.canParse(text.replace(/^rtmps?/i, "http")));
const ExternalServer = Text.trim().max(1_000).refine(isServer, {
  message: "must begin with rtmp:// or rtmps:// and name a server, without a user name or password",
});
const KeyedTargets = z.array(z.strictObject({ key: TargetKey })).max(MAX_EXTERNAL_STREAMS);

/** The restream targets of a live; each platform's list is empty by default. A target without a key, or without a URL, is ignored (§5). */
export const ExternalStreams = z
  .strictObject({
    youtube: KeyedTargets.default([]),
    facebook: KeyedTargets.default([]),
    twitch: KeyedTargets.default([]),
    other: z
      .array(z.strictObject({ key: TargetKey, url: ExternalServer }))
      .max(MAX_EXTERNAL_STREAMS)
      .default([]),
  })
  .refine((streams) => listExternalStreams(streams).length <= MAX_EXTERNAL_STREAMS, {
    message: `at most ${MAX_EXTERNAL_STREAMS} in all`,
  });
export type ExternalStreams = z.infer<typeof ExternalStreams>;

const SavedStream = z.object({
  uuid: z.string(),
  key: z.string(),
  /** Whether restreaming to the target is on; false once a user has stopped it. */
  isOn: z.boolean(),
});
/** The restream targets of a live, with the keys. */
export const SavedExternalStreams = z.object({
  youtube: z.array(SavedStream),
  facebook: z.array(SavedStream),
  twitch: z.array(SavedStream),
  other: z.array(SavedStream.extend({ url: z.string() })),
});
export type SavedExternalStreams = z.infer<typeof SavedExternalStreams>;

/** A restream target. */
export interface ExternalStream {
  platform: ExternalPlatform;
  /** The address of the server; only for `other`. */
  url: string | null;
  key: string;
}

/** The required fields that a skipped target can lack. */
export const EXTERNAL_LACKS = ["key", "url"] as const;

/** A skipped target that lacks a required field, by its index in the request. */
export const OmittedStream = z.object({
  type: z.enum(EXTERNAL_PLATFORMS),
  /** The index in the list of its platform, from 0. */
  position: z.number().int().min(0),
  lacks: z.array(z.enum(EXTERNAL_LACKS)),
});
export type OmittedStream = z.infer<typeof OmittedStream>;

type RequestedStreams = {
  [platform in ExternalPlatform]: readonly { key: string; url?: string }[];
};

function checkExternalStreams(streams: RequestedStreams) {
  return EXTERNAL_PLATFORMS.flatMap((platform) =>
    streams[platform].map(({ key, url = "" }, position) => ({
      stream: { platform, key, url: platform === "other" ? url : null },
      position,
      lacks: EXTERNAL_LACKS.filter((field) =>
        field === "key" ? key === "" : platform === "other" && url === "",
      ),
    })),
  );
}

/** Lists the targets that have all required fields, in order. */
export const listExternalStreams = (streams: RequestedStreams): ExternalStream[] =>
  checkExternalStreams(streams).flatMap(({ stream, lacks }) => (lacks.length === 0 ? [stream] : []));

/** Lists the targets without a key, or without another required field, in order. */
export const listOmittedStreams = (streams: RequestedStreams): OmittedStream[] =>
  checkExternalStreams(streams).flatMap(({ stream, position, lacks }) =>
    lacks.length === 0 ? [] : [{ type: stream.platform, position, lacks }],
  );

/** Returns the server of a target. @example serverOf({ platform: "twitch", url: null }) */
export const serverOf = ({ platform, url }: Pick<ExternalStream, "platform" | "url">): string =>
  platform === "other" ? (url ?? "") : EXTERNAL_SERVERS[platform];

/** The state of a target: `off` if its owner has stopped it, or the live is not running; `waiting` until the next try. */
export const RELAY_STATES = ["off", "connecting", "live", "waiting"] as const;
export type RelayState = (typeof RELAY_STATES)[number];

/** Why a target could not be reached, or why the connection was lost. */
export const RELAY_FAULTS = [
  "not_allowed",
  "unresolved",
  "unreachable",
  "not_secure",
  "refused",
  "too_slow",
  "disconnected",
] as const;
export type RelayFault = (typeof RELAY_FAULTS)[number];

/** The state of one target, as measured by its ingest. */
export const RelayStatus = z.strictObject({
  /** The target's uuid, as in `SavedExternalStreams`. */
  uuid: Uuid,
  state: z.enum(RELAY_STATES),
  /** The bit rate of the last interval. */
  bitrateKbps: z.number().int().min(0),
  /** The number of reconnections since the live started. */
  restarts: z.number().int().min(0),
  lastError: z.enum(RELAY_FAULTS).nullable(),
  /** When the target entered this state, in ms since 1970. */
  sinceMs: z.number(),
});
export type RelayStatus = z.infer<typeof RelayStatus>;
