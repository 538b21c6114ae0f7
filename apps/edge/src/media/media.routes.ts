import { AppError, type PlaybackDescriptor } from "@shoal/contract";
import { pictureVersion } from "@shoal/domain/picture-version";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { IMMUTABLE } from "../platform/headers.ts";
import { UUID } from "../platform/parse.ts";
import { requireSegments } from "../playback/direct-lives.ts";
import type { Watchable, Watchables } from "../playback/watchables.ts";
import { type Assets, rewriteStoryboard } from "./assets.ts";
import { registerCaptions } from "./captions.routes.ts";
import type { MediaAccess } from "./media-access.ts";
import { type PackedText, type Playlists, packText } from "./playlists.ts";
import { sendText } from "./send-text.ts";

const HLS = "application/vnd.apple.mpegurl";
const DASH = "application/dash+xml";
/** A growing playlist gains a segment every few seconds. */
const GROWING = "public, max-age=1";
const ENDED = "public, max-age=300";
/** An address that names no picture, or a former one. */
const PRESENT_PICTURE = "public, max-age=60";

const Address = z.object({
  token: z.string(),
  mediaId: UUID,
  generation: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});
const WithVersion = z.object({ v: z.string().optional().catch(undefined) });
const WithTrack = z.object({ trackId: z.string() });
const WithPosition = z.object({
  position: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
});

export interface MediaRoutesOptions {
  access: MediaAccess;
  playlists: Playlists;
  assets: Assets;
  watchables: Watchables;
}

/** Playlists, manifests, hashes, captions and pictures: everything under `/m/` but the segments, and thumbnails. */
export function registerMediaRoutes(app: FastifyInstance, options: MediaRoutesOptions): void {
  registerTexts(app, options);
  registerCaptions(app, { ...options, addressOf });
  registerPictures(app, options);
  registerThumbnails(app, options);
}

function registerTexts(app: FastifyInstance, { access, playlists }: MediaRoutesOptions): void {
  type Write = (descriptor: PlaybackDescriptor, req: FastifyRequest) => Promise<PackedText>;
  const serve = (path: string, type: string, write: Write) =>
    app.get(`/m/:token/:mediaId/:generation/${path}`, async (req, reply) => {
      const descriptor = await access.open(addressOf(req));
      requireSegments(descriptor);
      const cacheControl = descriptor.isEnded ? ENDED : GROWING;
      return sendText(req, reply, await write(descriptor, req), { type, cacheControl });
    });
  serve("master.m3u8", HLS, (descriptor) => playlists.multivariant(descriptor));
  serve("manifest.mpd", DASH, (descriptor) => playlists.dash(descriptor));
  serve("hashes.json", "application/json", (descriptor) => playlists.hashes(descriptor));
  serve(":trackId/index.m3u8", HLS, (descriptor, req) =>
    playlists.media(descriptor, WithTrack.parse(req.params).trackId),
  );
}

function registerPictures(app: FastifyInstance, { access, assets }: MediaRoutesOptions): void {
  type Pick = (descriptor: PlaybackDescriptor, position: number) => string | null | undefined;
  const serve = (path: string, cacheControl: string, pick: Pick) =>
    app.get(`/m/:token/:mediaId/:generation/${path}`, async (req, reply) => {
      const position = path.includes(":position") ? WithPosition.parse(req.params).position : 0;
      return assets.send(req, reply, pick(await access.open(addressOf(req)), position), cacheControl);
    });
  serve("thumbnail", PRESENT_PICTURE, (descriptor) => descriptor.thumbnailObject);
  serve("storyboard/:position", IMMUTABLE, ({ storyboard }, position) => storyboard?.sprites[position]);
  app.get("/m/:token/:mediaId/:generation/storyboard.vtt", async (req, reply) => {
    const { storyboard } = await access.open(addressOf(req));
    return sendStoryboard(req, reply, { assets, storyboard });
  });
}

/** The pictures that stand for a video before it is played. That of a link may not outlive it in caches. */
function registerThumbnails(app: FastifyInstance, { assets, watchables }: MediaRoutesOptions): void {
  app.get("/thumbnails/:uuid", async (req, reply) => {
    const object = await findThumbnail(req, (uuid) => watchables.getVideo(uuid));
    const isNamed = object !== null && WithVersion.parse(req.query).v === pictureVersion(object);
    return assets.send(req, reply, object, isNamed ? IMMUTABLE : PRESENT_PICTURE);
  });
  app.get("/x/:uuid/thumbnail", async (req, reply) =>
    assets.send(req, reply, await findThumbnail(req, (uuid) => watchables.getLinked(uuid)), "no-cache"),
  );
}

async function findThumbnail(
  req: FastifyRequest,
  get: (uuid: string) => Promise<Watchable>,
): Promise<string | null> {
  const { uuid } = z.object({ uuid: UUID }).parse(req.params);
  return (await get(uuid)).video.thumbnailObject;
}

async function sendStoryboard(
  req: FastifyRequest,
  reply: FastifyReply,
  { assets, storyboard }: { assets: Assets; storyboard: PlaybackDescriptor["storyboard"] },
): Promise<FastifyReply> {
  if (!storyboard) throw new AppError("not_found", "There is no storyboard yet");
  const { bytes } = await assets.read(storyboard.vttObject);
  const text = rewriteStoryboard(
    bytes.toString(),
    storyboard.sprites,
    (position) => `storyboard/${position}`,
  );
  return sendText(req, reply, await packText(text), { type: "text/vtt; charset=utf-8", cacheControl: ENDED });
}

/** An address that cannot be one is not there. */
function addressOf(req: FastifyRequest) {
  const parsed = Address.safeParse(req.params);
  if (!parsed.success) throw new AppError("not_found", "No such media");
  return { ...parsed.data, from: req.raw };
}
