import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { contentDisposition, fileNameOf } from "@shoal/domain";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { Places } from "@shoal/places";
import { type DownloadClaims, invalid, readDownload, type ViewerDownload } from "@shoal/tokens";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Assets } from "../media/assets.ts";
import type { CheckedMedia } from "../media/checked-media.ts";
import { trackOf } from "../media/media-access.ts";
import type { SegmentIndexes } from "../media/segment-indexes.ts";
import type { SentCounter } from "../media/unconfirmed-bytes.ts";
import type { Meter } from "../metering/meter.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import { requireSaveAllowed } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { OwnerRightsCache } from "../playback/owner-rights.ts";
import { rulesOfVideo } from "../rules/watched-rules.ts";
import { bundleOf } from "./bundle.ts";
import type { ConcurrentDownloads } from "./concurrent-downloads.ts";
import type { FilePlans } from "./file-plans.ts";
import { sendFile } from "./send-file.ts";
import { sendStream } from "./send-stream.ts";

/** The name of a storyboard sheet. Users download sheets to choose a picture from. */
const STORYBOARD_SHEET = /^storyboard-(\d{1,4})\.jpg$/;
const PRIVATE_CACHE_CONTROL = "private, max-age=3600";
const Params = z.object({ token: z.string(), file: z.string() });

export interface DownloadRoutesOptions {
  internalSecret: string;
  descriptors: Descriptors;
  places: Places;
  addressOf: ClientAddressOf;
  media: CheckedMedia;
  indexes: SegmentIndexes;
  assets: Assets;
  plans: FilePlans;
  ownerRights: Pick<OwnerRightsCache, "require">;
  meter: Pick<Meter, "add" | "refund">;
  underWay: ConcurrentDownloads;
}

/** `GET /download/{token}/v2.mp4` and `GET /download/{token}/dash.zip`: complete files, by links that the api and edges sign. */
export function registerDownloadRoutes(app: FastifyInstance, options: DownloadRoutesOptions): void {
  const { underWay } = options;
  app.get("/download/:token/:file", async (req, reply) => {
    const { token, file } = parseOrRefuse(Params, req.params);
    const claims = readDownload(token, options.internalSecret);
    if (!claims) throw invalid();
    underWay.enter(options.addressOf(req.raw), reply.raw);
    const descriptor = requireDownloadable(claims, file, await options.descriptors.videos.find(claims.uuid));
    if (claims.audience === "viewer") await requireRules(req, descriptor, claims, options);
    else await options.ownerRights.require(claims.userUuid, claims.uuid);
    const [trackId = "", ending] = file.split(".");
    if (ending === "mp4") return sendRendition(req, reply, descriptor, trackId, options);
    if (claims.audience === "owner") {
      if (file === "dash.zip") return sendBundle(req, reply, descriptor, options);
      const [, position] = STORYBOARD_SHEET.exec(file) ?? [];
      const sheet = descriptor.storyboard?.sprites[Number(position ?? Number.NaN)];
      if (sheet) return options.assets.send(req, reply, sheet, PRIVATE_CACHE_CONTROL);
    }
    throw new AppError("not_found", "No such file");
  });
}

/**
 * Requires a video of which this file can be downloaded.
 * @throws AppError "video_not_found", "playback_denied" if viewers may not save the video, "playback_not_ready".
 */
function requireDownloadable(
  { audience }: DownloadClaims,
  file: string,
  descriptor: PlaybackDescriptor | undefined,
): PlaybackDescriptor {
  if (!descriptor || descriptor.state === "deleted") throw new AppError("video_not_found", "No such video");
  if (audience === "viewer" && !descriptor.download)
    throw new AppError("playback_denied", "Downloads of this video are not allowed");
  if (!STORYBOARD_SHEET.test(file) && (descriptor.state !== "playable" || !descriptor.isEnded))
    throw new AppError("playback_not_ready", "This video is being processed");
  return descriptor;
}

/**
 * Requires that viewers may watch and save the video; users of the client may always download.
 * @throws the same AppErrors as `requireSaveAllowed`, and "unavailable"
 */
async function requireRules(
  req: FastifyRequest,
  video: PlaybackDescriptor,
  claims: ViewerDownload,
  { descriptors, places, addressOf }: DownloadRoutesOptions,
): Promise<void> {
  const rules = rulesOfVideo(video, await descriptors.clients.find(video.clientId));
  const address = addressOf(req.raw);
  requireSaveAllowed({ video, rules }, { address, place: places.find(address) }, claims);
}

/** Returns the counter that bills a download to the owner of the video. */
const counterOf = (
  { clientId, uuid }: PlaybackDescriptor,
  meter: Pick<Meter, "add" | "refund">,
): SentCounter => {
  const medium = { clientId, video: uuid };
  return {
    add: (bytes) => meter.add(medium, "bytes_edge", bytes),
    refund: (bytes) => meter.refund(medium, bytes),
  };
};

async function sendRendition(
  req: FastifyRequest,
  reply: FastifyReply,
  descriptor: PlaybackDescriptor,
  trackId: string,
  { plans, media, meter }: DownloadRoutesOptions,
): Promise<FastifyReply> {
  const { height } = trackOf(descriptor, trackId);
  const plan = await plans.get(descriptor, trackId);
  const quality = height ? ` ${height}p` : "";
  reply.header("content-disposition", contentDisposition(`${fileNameOf(descriptor.title)}${quality}.mp4`));
  return sendFile(req, reply, plan, { media, counter: counterOf(descriptor, meter) });
}

async function sendBundle(
  req: FastifyRequest,
  reply: FastifyReply,
  descriptor: PlaybackDescriptor,
  { indexes, media, meter }: DownloadRoutesOptions,
): Promise<FastifyReply> {
  const tracks = await Promise.all(
    descriptor.tracks.map(async (track) => ({ track, index: (await indexes.get(track)).index })),
  );
  const bundle = bundleOf(descriptor, tracks, media);
  reply
    .type("application/zip")
    .header("content-disposition", contentDisposition(`${fileNameOf(descriptor.title)} DASH.zip`))
    .header("cache-control", "no-store")
    .header("content-length", String(bundle.sizeBytes));
  return sendStream(req, reply, { open: () => bundle.open(), counter: counterOf(descriptor, meter) });
}
