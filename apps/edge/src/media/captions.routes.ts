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
import { IMMUTABLE, REVALIDATE_PRIVATE } from "../platform/headers.ts";
import type { Assets } from "./assets.ts";
import type { MediaAccess, MediaAddress } from "./media-access.ts";
import type { MediaTimes, Playlists } from "./playlists.ts";
import { sendText } from "./send-text.ts";

const HLS = "application/vnd.apple.mpegurl";
const VTT = "text/vtt; charset=utf-8";
const MP4 = "application/mp4";
/** The cache policy for a version other than the one in the address: a playlist may be older or newer than the descriptor. */
const OTHER_VERSION = "public, max-age=1";
/** The cache policy of caption playlists, because the playlist of a growing video changes. */
const PLAYLIST = "public, max-age=300";

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
      const { captionsId, version, period } = parse(req.params);
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
      const lasting = type === HLS ? PLAYLIST : IMMUTABLE;
      // Captions reveal a video's content. For a restricted video, no cache may keep them for longer than the viewer may watch.
      const cacheControl = access.isShared(descriptor)
        ? isSame
          ? lasting
          : OTHER_VERSION
        : REVALIDATE_PRIVATE;
      return sendText(req, reply, text, { type, cacheControl });
    });
  serve(CAPTIONS_FILE, VTT, (vtt) => vtt());
  serve("index.m3u8", HLS, async (_, { durationSec }) => writeCaptionsPlaylist(durationSec));
  serve("hls.vtt", VTT, async (vtt, { mediaOffsetSec }) =>
    (await vtt()).replace(/^WEBVTT/, `WEBVTT\n${timestampMap(mediaOffsetSec)}`),
  );
  serve(CAPTIONS_INIT_FILE, MP4, async () => writeCaptionsInit());
  serve(periodCaptionsFile(":period"), MP4, async (vtt, { periods }, order) =>
    segmentOf(await vtt(), periods[order]),
  );
}

/** Parses an address; an invalid one is answered with 404. */
function parse(params: unknown): z.output<typeof Params> {
  const parsed = Params.safeParse(params);
  if (!parsed.success) throw new AppError("not_found", "No such captions");
  return parsed.data;
}

/** @throws AppError "not_found" for a period that does not exist. */
function segmentOf(vtt: string, period: DashPeriod | undefined): Buffer {
  if (!period) throw new AppError("not_found", "No such period");
  const { fromMs, toMs, mediaTimeMs } = captionsRange(period);
  const cues = cutCues(readCaptionsFile(vtt).cues, fromMs, toMs);
  const escaped = cues.map((cue) => ({ ...cue, text: escapeCueText(cue.text) }));
  return writeCaptionsFragment(escaped, { lengthMs: toMs - fromMs, mediaTimeMs });
}
