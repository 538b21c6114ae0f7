import { randomUUID } from "node:crypto";
import type { FieldError, LiveOptions } from "@shoal/contract";
import { isPlaylistUrl, nameOfUrl, publicUrlOf } from "@shoal/domain";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Insertable } from "kysely";
import type { Video } from "../../../platform/schema.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import { chunkCountOf, findPasswordFault, hashVideoPassword, withoutDuplicates } from "../videos/index.ts";
import type { NewLives } from "./new-lives.ts";
import type { NewVideo } from "./requested-video.ts";

const MAX_ORIGINAL_NAME_LENGTH = 500;

/** The services that store the source addresses of fetched files and lives. */
interface SourceServices {
  /** Encrypts URLs that may contain credentials. */
  sourceUrls: SecretBox;
  newLives: Pick<NewLives, "sourceColumnsOf">;
}

/** Returns the rows to insert for announced videos. */
export async function rowsOf(
  actor: Actor,
  videos: NewVideo[],
  sources: SourceServices,
): Promise<Insertable<Video>[]> {
  // Videos that are created together mostly have the same password, and hashing it takes 40 ms.
  const hashes = new Map<string, string>();
  for (const { password } of videos) {
    // Passwords are hashed one at a time, so that a call uses only one turn of the queue.
    if (password && !hashes.has(password))
      hashes.set(password, await hashVideoPassword(password, actor.userUuid));
  }
  return videos.map((video) => ({
    ...commonColumns(actor, video),
    ...columnsOfSource(video, sources),
    password_hash: video.password ? (hashes.get(video.password) ?? null) : null,
  }));
}

function columnsOfSource(video: NewVideo, sources: SourceServices): Partial<Insertable<Video>> {
  if (video.type === "live") return columnsOfLive(video, sources.newLives);
  return video.url === undefined ? columnsOfFile(video) : columnsOfUrl(video.url, video, sources.sourceUrls);
}

function columnsOfLive(
  video: NewVideo,
  newLives: Pick<NewLives, "sourceColumnsOf">,
): Partial<Insertable<Video>> {
  const common = { type: "live", status: statusOfLive(video), open_at_bytes: null } as const;
  if (video.url === undefined) return common;
  const uuid = randomUUID();
  return {
    ...common,
    uuid,
    ...newLives.sourceColumnsOf(uuid, video.url),
  };
}

/** Returns the status of a new live. For a camera, the publishing page reports the start (§4). */
const statusOfLive = ({ liveType, encodingStatus }: NewVideo) =>
  encodingStatus ?? (liveType === "camera" ? "uploading" : "stopped");

/** Returns the options of a live that were set for a new video. */
export const liveOptionsOf = (video: NewVideo | undefined): LiveOptions => ({
  ...(video?.keepLive === undefined ? {} : { keepLive: video.keepLive }),
  ...(video?.seekLive === undefined ? {} : { seekLive: video.seekLive }),
  ...(video?.liveToKeepDuration === undefined ? {} : { liveToKeepDuration: video.liveToKeepDuration }),
  ...(video?.targetLatencySec === undefined ? {} : { targetLatencySec: video.targetLatencySec }),
  ...(video?.directStream === undefined ? {} : { directStream: video.directStream }),
});

function commonColumns(actor: Actor, video: NewVideo) {
  return {
    client_uuid: actor.clientUuid,
    user_uuid: makerOf(actor),
    title: video.title,
    description: video.description ?? "",
    tags: withoutDuplicates(video.tags ?? []),
    status: "uploading" as const,
    encoding: video.encoding,
    input_qualities: JSON.stringify(video.inputQualities ?? actor.user.default_qualities),
    first_pass: video.firstPass,
    autoplay: video.autoplay ?? actor.user.default_autoplay,
    open_at_bytes: 1,
  };
}

const columnsOfFile = ({ originalname, fingerprint, size }: NewVideo) => ({
  original_name: originalname ?? null,
  fingerprint: fingerprint ?? null,
  size_bytes: size ?? null,
  chunk_count: size === undefined ? null : chunkCountOf(size),
});

/** Returns the columns of a fetched file. A stated size is ignored, because the file's server reports it. */
function columnsOfUrl(url: string, { originalname }: NewVideo, sourceUrls: SecretBox) {
  const uuid = randomUUID();
  return {
    uuid,
    source_url: publicUrlOf(url),
    sealed_source_url: sourceUrls.seal(url, uuid),
    original_name: (originalname ?? nameOfUrl(url)).slice(0, MAX_ORIGINAL_NAME_LENGTH),
  };
}

/** Finds errors in a new video that the schema does not cover. A URL is checked without contacting its host. */
export function findFaults(
  video: NewVideo,
  { fetchPolicy, newLives }: { fetchPolicy: FetchPolicy; newLives: NewLives },
): FieldError[] {
  const password = findPasswordFault(video, false);
  const url = findUrlReason(video, fetchPolicy, newLives);
  const { externalStreams, title } = video;
  return [
    ...(title === "" ? [{ path: "title", reason: "is missing" }] : []),
    ...findLiveFaults(video, newLives),
    ...(url ? [{ path: "url", reason: url }] : []),
    ...(externalStreams ? newLives.findServerFaults(externalStreams, ["externalStreams"]) : []),
    ...(password ? [{ path: "password", reason: password }] : []),
  ];
}

function findUrlReason(
  { type, liveType, url }: NewVideo,
  policy: FetchPolicy,
  newLives: NewLives,
): string | undefined {
  const isFetchedLive = type === "live" && liveType === "custom";
  if (url === undefined) return isFetchedLive ? "is missing" : undefined;
  if (isFetchedLive) return newLives.findSourceReason(url);
  if (type === "live") return "applies only to files and to lives of type custom";
  if (!/^https?:/.test(url)) return "must begin with http:// or https://";
  if (isPlaylistUrl(url)) return "is a playlist, not a file: give the URL of a video file";
  const fault = findUrlFault(new URL(url), policy);
  if (fault === "forbidden_port") return "uses a port that is not allowed here";
  return fault && "points to an address that is not allowed";
}

const isStartedByEncoder = ({ liveType, encodingStatus }: NewVideo): boolean =>
  liveType !== "camera" && encodingStatus === "uploading";

/** Finds options that a live of this type cannot have. */
function findLiveFaults(video: NewVideo, newLives: NewLives): FieldError[] {
  if (video.type !== "live") return [];
  return [
    ...(isStartedByEncoder(video)
      ? [{ path: "encodingStatus", reason: "must be stopped for this liveType" }]
      : []),
    ...newLives.findDelayFaults(video.liveType, video),
    ...newLives.findCopyFaults(video.liveType, video.encoding),
  ];
}
