import { AppError } from "@shoal/contract";
import { cutCues, escapeCueText, readCaptionsFile } from "@shoal/domain";
import {
  CAPTIONS_FILE,
  CAPTIONS_INIT_FILE,
  captionsRange,
  type DashPeriod,
  periodCaptionsFile,
  timestampMap,
  writeCaptionsFragment,
  writeCaptionsInit,
  writeCaptionsPlaylist,
} from "@shoal/media";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { IMMUTABLE_CACHE_CONTROL, REVALIDATE_PRIVATE_CACHE_CONTROL } from "../platform/headers.ts";
import type { Assets } from "./assets.ts";
import type { MediaAccess, MediaAddress } from "./media-access.ts";
import type { MediaTimes, Playlists } from "./playlists.ts";
import { sendText } from "./send-text.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";
const VTT_TYPE = "text/vtt; charset=utf-8";
const MP4_TYPE = "application/mp4";
/**
 * The cache policy for a version other than the one in the address, which occurs because a playlist may be older or newer than the
 * descriptor.
 */
const OTHER_VERSION_CACHE_CONTROL = "public, max-age=1";
/** The cache policy of caption playlists, which change while their video is being encoded. */
const PLAYLIST_CACHE_CONTROL = "public, max-age=300";

const Params = z.object({
  captionsId: z.string(),
  version: z.string(),
  period: z
    .string()
    .regex(/^\d{1,4}$/)
    .default("0")
    .transform(Number),
});

export interface CaptionRoutesOptions {
  access: MediaAccess;
  playlists: Playlists;
  assets: Assets;
  addressOf: (req: FastifyRequest) => MediaAddress;
}
/**
 * Registers the captions under `captions/{id}/{version}/`: the file in the video's own times, a playlist and a file for HLS,
 * and one segment per period for DASH.
 */
export function registerCaptions(app: FastifyInstance, options: CaptionRoutesOptions): void {
  const { access, playlists, assets, addressOf } = options;
  type Write = (vtt: () => Promise<string>, times: MediaTimes, period: number) => Promise<string | Buffer>;
  const serve = (file: string, type: string, write: Write) =>
    app.get(`/m/:token/:mediaId/:generation/captions/:captionsId/:version/${file}`, async (req, reply) => {
      const descriptor = await access.open(addressOf(req));
      const { captionsId, version, period } = parseAddress(req.params);
      const captions = descriptor.captions.find(({ id }) => id === captionsId);
      if (!captions) throw new AppError("not_found", "No such captions");
      const text = await playlists.packed(
        descriptor,
        `captions/${captionsId}/${file}/${period}`,
        async () => {
          const vtt = async () => (await assets.read(captions.object)).bytes.toString();
          return write(vtt, await playlists.timesOf(descriptor), period);
        },
      );
      const isSame = String(captions.version) === version;
      const lasting = type === HLS_TYPE ? PLAYLIST_CACHE_CONTROL : IMMUTABLE_CACHE_CONTROL;
      // Captions reveal a video's content. For a restricted video, no cache may keep them for longer than the viewer may watch.
      const cacheControl = access.isShared(descriptor)
        ? isSame
          ? lasting
          : OTHER_VERSION_CACHE_CONTROL
        : REVALIDATE_PRIVATE_CACHE_CONTROL;
      return sendText(req, reply, text, { type, cacheControl });
    });
  serve(CAPTIONS_FILE, VTT_TYPE, (vtt) => vtt());
  serve("index.m3u8", HLS_TYPE, async (_, { durationSec }) => writeCaptionsPlaylist(durationSec));
  serve("hls.vtt", VTT_TYPE, async (vtt, { mediaOffsetSec }) =>
    (await vtt()).replace(/^WEBVTT/, `WEBVTT\n${timestampMap(mediaOffsetSec)}`),
  );
  serve(CAPTIONS_INIT_FILE, MP4_TYPE, async () => writeCaptionsInit());
  serve(periodCaptionsFile(":period"), MP4_TYPE, async (vtt, { periods }, order) =>
    captionSegmentOf(await vtt(), periods[order]),
  );
}

/** Parses the parameters of a caption's address. An invalid address results in a 404. */
function parseAddress(params: unknown): z.output<typeof Params> {
  const parsed = Params.safeParse(params);
  if (!parsed.success) throw new AppError("not_found", "No such captions");
  return parsed.data;
}

/**
 * Returns the segment of one period.
 * @throws AppError "not_found" for a period that does not exist.
 */
function captionSegmentOf(vtt: string, period: DashPeriod | undefined): Buffer {
  if (!period) throw new AppError("not_found", "No such period");
  const { fromMs, toMs, mediaTimeMs } = captionsRange(period);
  const cues = cutCues(readCaptionsFile(vtt).cues, fromMs, toMs);
  const escaped = cues.map((cue) => ({ ...cue, text: escapeCueText(cue.text) }));
  return writeCaptionsFragment(escaped, { lengthMs: toMs - fromMs, mediaTimeMs });
}
