import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { REVALIDATE_CACHE_CONTROL, REVALIDATE_PRIVATE_CACHE_CONTROL } from "../platform/headers.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import { requestsAbsoluteUrls, withBaseUrl } from "./absolute-manifest.ts";
import { type Assets, rewriteStoryboard } from "./assets.ts";
import { registerCaptions } from "./captions.routes.ts";
import { type MediaAccess, type MediaAddress, requireOnDemand } from "./media-access.ts";
import type { Permits } from "./permits.ts";
import { type PackedText, type Playlists, packText } from "./playlists.ts";
import { sendText } from "./send-text.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";
const DASH_TYPE = "application/dash+xml";
const VTT_TYPE = "text/vtt; charset=utf-8";
/** The cache policy of unfinished playlists, to which a segment is added every few seconds. */
const GROWING_CACHE_CONTROL = "public, max-age=1";
const ENDED_CACHE_CONTROL = "public, max-age=300";

const MediaPath = z.object({
  token: z.string(),
  mediaId: UUID,
  generation: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});
const WithTrack = z.object({ trackId: z.string() });
const WithPosition = z.object({
  position: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
});

export interface MediaRoutesOptions {
  publicUrl: string;
  addressOf: ClientAddressOf;
  access: MediaAccess;
  permits: Permits | undefined;
  playlists: Playlists;
  assets: Assets;
}

/** Registers everything under `/m/` except the segments: playlists, manifests, hashes, captions and pictures. */
export function registerMediaRoutes(app: FastifyInstance, options: MediaRoutesOptions): void {
  registerTexts(app, options);
  registerAccess(app, options);
  registerCaptions(app, { ...options, addressOf: mediaOf });
  registerPictures(app, options);
}

function registerTexts(app: FastifyInstance, { access, playlists, publicUrl }: MediaRoutesOptions): void {
  type Write = (descriptor: PlaybackDescriptor, req: FastifyRequest) => Promise<PackedText>;
  const serve = (path: string, type: string, write: Write) =>
    app.get(`/m/:token/:mediaId/:generation/${path}`, async (req, reply) => {
      const descriptor = await access.open(mediaOf(req));
      requireOnDemand(descriptor);
      const cacheControl = descriptor.isEnded ? ENDED_CACHE_CONTROL : GROWING_CACHE_CONTROL;
      return sendText(req, reply, await write(descriptor, req), { type, cacheControl });
    });
  serve("master.m3u8", HLS_TYPE, (descriptor) => playlists.multivariant(descriptor));
  serve("manifest.mpd", DASH_TYPE, async (descriptor, req) => {
    const manifest = await playlists.dash(descriptor);
    if (!requestsAbsoluteUrls(req.url)) return manifest;
    return packText(withBaseUrl(manifest.plain.toString(), publicUrl, mediaOf(req)));
  });
  serve("hashes.json", "application/json", (descriptor) => playlists.hashes(descriptor));
  serve(":trackId/index.m3u8", HLS_TYPE, (descriptor, req) =>
    playlists.media(descriptor, parseOrRefuse(WithTrack, req.params).trackId),
  );
}

/** How long a cache in front reuses a positive check, in seconds, so that rules take effect within 5 s. */
const ACCESS_CACHE_SEC = 2;

/** The header with the session's media, `{token}/{mediaId}/{generation}/`. It is a header so that nginx can use a fixed URL. */
const SESSION_HEADER = "x-shoal-session";

/**
 * Registers the check for a cache in front of the edge, which has the segments but must know whether a viewer may have them. The
 * cache passes rejected requests on to the edge, whose response contains the reason.
 */
function registerAccess(app: FastifyInstance, { access, permits, addressOf }: MediaRoutesOptions): void {
  const serve = (path: string, find: (req: FastifyRequest) => MediaAddress) =>
    app.get(path, async (req, reply) => {
      let media: MediaAddress | undefined;
      try {
        media = find(req);
        await access.open(media);
        permits?.grant(addressOf(req.raw), media);
        sendEmpty(reply, 204);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "unavailable") throw error;
        if (media) permits?.revoke(addressOf(req.raw), media);
        sendEmpty(reply, 403);
      }
    });
  serve("/m/access", sessionOf);
  // Copies of deploy/nginx/edge.conf from earlier releases use this URL.
  serve("/m/:token/:mediaId/:generation/access", mediaOf);
}

/** Sends a response without the headers that only browsers need, since nginx reads it once per segment. */
function sendEmpty(reply: FastifyReply, status: 204 | 403): void {
  const res = reply.hijack().raw;
  res.sendDate = false;
  res.writeHead(status, {
    "X-Accel-Expires": `${ACCESS_CACHE_SEC}`,
    ...(status === 403 && { "Content-Length": "0" }),
  });
  res.end();
}

/** Registers the pictures of a video. Shared caches may keep its frames only while everyone may watch it. */
function registerPictures(app: FastifyInstance, { access, assets }: MediaRoutesOptions): void {
  type Pick = (descriptor: PlaybackDescriptor, position: number) => string | null | undefined;
  const open = async (req: FastifyRequest) => {
    const descriptor = await access.open(mediaOf(req));
    return {
      descriptor,
      cacheControl: access.isShared(descriptor) ? REVALIDATE_CACHE_CONTROL : REVALIDATE_PRIVATE_CACHE_CONTROL,
    };
  };
  const serve = (path: string, pick: Pick) =>
    app.get(`/m/:token/:mediaId/:generation/${path}`, async (req, reply) => {
      const position = path.includes(":position") ? parseOrRefuse(WithPosition, req.params).position : 0;
      const { descriptor, cacheControl } = await open(req);
      return assets.send(req, reply, pick(descriptor, position), cacheControl);
    });
  serve("thumbnail", (descriptor) => descriptor.thumbnailObject);
  serve("storyboard/:position", ({ storyboard }, position) => storyboard?.sprites[position]);
  app.get("/m/:token/:mediaId/:generation/storyboard.vtt", async (req, reply) => {
    const { descriptor, cacheControl } = await open(req);
    return sendText(req, reply, await writeStoryboard(assets, descriptor), { type: VTT_TYPE, cacheControl });
  });
}

async function writeStoryboard(assets: Assets, { storyboard }: PlaybackDescriptor): Promise<PackedText> {
  if (!storyboard) throw new AppError("not_found", "The storyboard is not available yet");
  const { bytes } = await assets.read(storyboard.vttObject);
  const { sprites } = storyboard;
  return packText(rewriteStoryboard(bytes.toString(), sprites, (position) => `storyboard/${position}`));
}

/** Parses the parameters of a picture's address. An invalid address results in a 404. */
const mediaOf = (req: FastifyRequest) => parseAddress(req.params, req);

function sessionOf(req: FastifyRequest): MediaAddress {
  const [token, mediaId, generation] = String(req.headers[SESSION_HEADER]).split("/");
  return parseAddress({ token, mediaId, generation }, req);
}

function parseAddress(named: unknown, { raw: from }: FastifyRequest): MediaAddress {
  const parsed = MediaPath.safeParse(named);
  if (!parsed.success) throw new AppError("not_found", "No such media");
  return { ...parsed.data, from };
}
