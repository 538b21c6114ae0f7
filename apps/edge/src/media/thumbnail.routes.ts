import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { pictureVersion } from "@shoal/domain/picture-version";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { Places } from "@shoal/places";
import { readPictureToken } from "@shoal/tokens";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  IMMUTABLE_CACHE_CONTROL,
  REVALIDATE_CACHE_CONTROL,
  REVALIDATE_PRIVATE_CACHE_CONTROL,
} from "../platform/headers.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import { canWatchImmediately } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { EmbeddingPages } from "../playback/requesting-page.ts";
import { isOpenToAll, type Watchable, type Watchables } from "../playback/watchables.ts";
import { type Assets, sendPicture } from "./assets.ts";
import { NEUTRAL_PICTURE, NEUTRAL_PICTURE_PATH, PLAY_PICTURE, PLAY_PICTURE_PATH } from "./neutral-picture.ts";

/** The cache policy for an address without a version, or with an earlier one. */
const UNVERSIONED_CACHE_CONTROL = "public, max-age=60";
const IMMUTABLE_PRIVATE = IMMUTABLE_CACHE_CONTROL.replace("public", "private");
const NEUTRAL_CACHE_CONTROL = "public, max-age=86400";

const optionalText = z.string().optional().catch(undefined);
const Query = z.object({ v: optionalText, s: optionalText });
const Params = z.object({ uuid: UUID });

export interface ThumbnailRoutesOptions {
  assets: Assets;
  descriptors: Descriptors;
  watchables: Watchables;
  places: Places;
  addressOf: ClientAddressOf;
  pages: EmbeddingPages;
  internalSecret: string;
}

/**
 * `GET /thumbnails/{uuid}` and, for an export link, `GET /x/{uuid}/thumbnail`: a video's thumbnail. An uploaded picture is public.
 * A frame of the video requires the right to watch it, or an address signed by the api (`s`), which is valid until the video's
 * access conditions change. Other requests get a neutral picture instead of an error, since messengers' cards would show a broken
 * image.
 */
export function registerThumbnailRoutes(app: FastifyInstance, options: ThumbnailRoutesOptions): void {
  const { assets, watchables } = options;
  const serve = (path: string, get: (uuid: string) => Promise<Watchable>) =>
    app.get(path, async (req, reply) => {
      const watchable = await get(parseOrRefuse(Params, req.params).uuid);
      const shown = await cacheControlFor(req, watchable, options);
      if (shown === "neutral")
        return sendPicture(req, reply, NEUTRAL_PICTURE, REVALIDATE_PRIVATE_CACHE_CONTROL);
      return assets.send(req, reply, watchable.video.thumbnailObject, shown);
    });
  serve("/thumbnails/:uuid", (uuid) => watchables.getVideo(uuid));
  serve("/x/:uuid/thumbnail", (uuid) => watchables.getLinked(uuid));
  app.get(NEUTRAL_PICTURE_PATH, async (req, reply) =>
    sendPicture(req, reply, NEUTRAL_PICTURE, NEUTRAL_CACHE_CONTROL),
  );
  app.get(PLAY_PICTURE_PATH, async (req, reply) =>
    sendPicture(req, reply, PLAY_PICTURE, NEUTRAL_CACHE_CONTROL),
  );
}

/** Returns how long caches may keep the picture for this viewer. @throws AppError "not_found" while there is no picture. */
async function cacheControlFor(
  req: FastifyRequest,
  watchable: Watchable,
  options: ThumbnailRoutesOptions,
): Promise<string> {
  const { addressOf, places, pages } = options;
  const { video, link } = watchable;
  if (video.thumbnailObject === null) throw new AppError("not_found", "Not available yet");
  const { v, s } = Query.parse(req.query);
  const isNamed = v === pictureVersion(video.thumbnailObject);
  // Caches must revalidate the picture of an export link. Otherwise it would outlive the link.
  if (video.hasSentThumbnail)
    return link ? REVALIDATE_CACHE_CONTROL : isNamed ? IMMUTABLE_CACHE_CONTROL : UNVERSIONED_CACHE_CONTROL;
  if (s !== undefined && (await isSignedFor(s, video, options)))
    return isNamed ? IMMUTABLE_PRIVATE : REVALIDATE_PRIVATE_CACHE_CONTROL;
  if (isOpenToAll(watchable)) return REVALIDATE_CACHE_CONTROL;
  const address = addressOf(req.raw);
  const page = pages.of(req.headers, { reported: "", id: watchable.id });
  const viewer = { address, place: places.find(address), page };
  return canWatchImmediately(watchable, viewer) ? REVALIDATE_PRIVATE_CACHE_CONTROL : "neutral";
}

/**
 * Whether the signature was issued to users of the client and the video's access conditions have not changed since. The dashboard
 * requests the picture right after changing them. An edge that has not received the change yet therefore queries the api.
 */
async function isSignedFor(
  token: string,
  { uuid, pictureLock }: PlaybackDescriptor,
  { internalSecret: secret, descriptors }: Pick<ThumbnailRoutesOptions, "internalSecret" | "descriptors">,
): Promise<boolean> {
  const lock = readPictureToken(token, { uuid, secret });
  if (lock === undefined) return false;
  return lock === pictureLock || lock === (await descriptors.videos.findNewest(uuid))?.pictureLock;
}
