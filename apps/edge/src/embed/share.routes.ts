import { AppError, type PlaybackDescriptor } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { parseOrRefuse } from "../platform/parse.ts";
import { findStart, requireThere } from "../playback/admission.ts";
import type { DescriptorCache } from "../playback/descriptor-cache.ts";
import { OembedQuery, oembedOf, uuidOfPage } from "./oembed.ts";
import { addShareTags } from "./share-tags.ts";

export interface ShareOptions {
  descriptors: DescriptorCache;
  publicUrl: string;
}

/**
 * `GET /oembed?url=…`: how to put a video into a page. As the standard says: 404 where there is no video, 401 for one
 * that is not for everybody, 501 for a format that is not ours.
 */
export function registerOembed(app: FastifyInstance, { descriptors, publicUrl }: ShareOptions): void {
  app.get("/oembed", async (req, reply) => {
    const query = parseOrRefuse(OembedQuery, req.query);
    if (query.format !== "json") throw new AppError("format_not_supported", "Only format=json is answered");
    const found = await descriptors.find(uuidOfPage(query.url, publicUrl));
    const video = requireThere(found);
    if (video.state === "error") throw new AppError("video_not_found", "No such video");
    if (video.passwordHash !== null)
      throw new AppError("playback_password_required", "The video asks for a password");
    return reply.header("cache-control", "public, max-age=300").send(oembedOf(video, query, publicUrl));
  });
}

/** The direct link's page as other sites read it; the plain page for a video that is not there, or while the api is away. */
export async function addSharing(page: string, uuid: string, options: ShareOptions): Promise<string> {
  const video = await options.descriptors.find(uuid).catch(() => undefined);
  if (!video || video.state === "deleted") return page;
  return addShareTags(page, video, { publicUrl: options.publicUrl, isPublic: isPublic(video) });
}

const isPublic = (video: PlaybackDescriptor) =>
  video.state === "playable" && video.passwordHash === null && findStart(video) === undefined;
