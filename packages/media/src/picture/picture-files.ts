import {
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE_PX,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
} from "@shoal/contract";
import { type FfmpegArgs, type RunOptions, runFfmpeg, runFfprobe } from "../ffmpeg/run-tool.ts";
import { MediaFault } from "../probe/media-fault.ts";

/** The demuxers for single pictures; `mov` reads AVIF. All others, including SVG and playlists, are disabled. */
const PICTURE_DEMUXERS = ["png_pipe", "jpeg_pipe", "webp_pipe", "gif", "mov"];
const PICTURE_CODECS = ["png", "mjpeg", "webp", "gif", "av1"];
/** The input options for an untrusted picture. */
export const PICTURE_INPUT = [
  "-format_whitelist",
  PICTURE_DEMUXERS.join(","),
  "-max_pixels",
  `${MAX_PICTURE_PIXELS}`,
  "-threads",
  "1",
];
/** The limits for one picture: the largest accepted JPEG, 8192 × 6100 px, took 13 s on two busy cores. */
export const PICTURE_LIMITS = { cpuSec: 60, wallSec: 180, memoryBytes: 4_294_967_296 };
const HAS_ALPHA = /^(rgba|bgra|argb|abgr|ya\d|yuva|gbrap|pal8)/;
const OPAQUE_ALPHA = 255;

interface PictureSize {
  width: number;
  height: number;
}

/** The displayed size and properties of a decodable picture. */
export interface MadePicture extends PictureSize {
  /** Whether the picture has transparent pixels. */
  isTransparent: boolean;
}

/**
 * Decodes the first frame of an untrusted file and measures it upright.
 * @throws MediaFault if it is not a supported picture or too large; FfmpegError if it cannot be decoded.
 */
export async function measurePicture(run: RunOptions): Promise<MadePicture> {
  const { stdout } = await runFfprobe([...PICTURE_INPUT, ...SHOWN_ENTRIES], {
    ...run,
    limits: PICTURE_LIMITS,
  });
  const { streams = [], frames = [] } = JSON.parse(stdout) as FrameReport;
  const [frame] = frames;
  if (!frame?.width || !frame.height || !PICTURE_CODECS.includes(streams[0]?.codec_name ?? ""))
    throw new MediaFault("unsupported_format", "There is no picture in the file");
  const { width, height } = uprightSize(frame);
  if (Math.max(width, height) > MAX_PICTURE_SIDE_PX)
    throw new MediaFault("too_large_picture", `${width} × ${height} px`);
  const mayBeTransparent = HAS_ALPHA.test(frame.pix_fmt ?? "");
  return { width, height, isTransparent: mayBeTransparent && (await hasTransparentPixels(run)) };
}

const SHOWN_ENTRIES = [
  "-select_streams",
  "v:0",
  "-read_intervals",
  "%+#1",
  "-of",
  "json",
  "-show_entries",
  "stream=codec_name:frame=width,height,pix_fmt:frame_side_data=rotation",
];

interface ProbedFrame extends Partial<PictureSize> {
  pix_fmt?: string;
  side_data_list?: { rotation?: number }[];
}
interface FrameReport {
  streams?: { codec_name?: string }[];
  frames?: ProbedFrame[];
}

function uprightSize({ width = 0, height = 0, side_data_list = [] }: ProbedFrame): PictureSize {
  const rotationDeg = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const isOnItsSide = Math.abs(rotationDeg) % 180 === 90;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

/** Returns whether any pixel is transparent. Most pictures with an alpha channel are opaque, and these get AVIF. */
async function hasTransparentPixels(run: RunOptions): Promise<boolean> {
  const look = "scale=512:-1:flags=area,format=rgba,alphaextract,signalstats,metadata=mode=print:file=-";
  const args: FfmpegArgs = {
    input: PICTURE_INPUT,
    output: () => ["-map", "0:v:0", "-frames:v", "1", "-vf", look, "-f", "null", "-"],
  };
  const { stdout } = await runFfmpeg(args, { ...run, limits: PICTURE_LIMITS });
  return Number(/signalstats\.YMIN=(\d+)/.exec(stdout)?.[1] ?? 0) < OPAQUE_ALPHA;
}

/** Returns the sizes in which a picture is stored, smallest first: even, and none wider than the original. */
function sizesOf({ width, height }: PictureSize): PictureSize[] {
  const widest = Math.min(width, PICTURE_WIDTHS.at(-1) ?? width);
  const widths = [...PICTURE_WIDTHS.filter((each) => each < widest), widest];
  const even = (px: number) => Math.max(2, Math.round(px / 2) * 2);
  return widths.map((each) => ({ width: even(each), height: even((height * each) / width) }));
}

/** Returns the formats of a picture: ffmpeg 5.1 cannot write transparent AVIF. */
const formatsOf = ({ isTransparent }: MadePicture) =>
  PICTURE_FORMATS.filter((format) => format !== "avif" || !isTransparent);

export const pictureFile = ({ width }: PictureSize, format: PictureFormat) => `${width}.${format}`;

/** Returns the arguments for all files of a picture from one decode; `files` lists them, named by `pictureFile`. */
export function pictureArgs(picture: MadePicture): FfmpegArgs & {
  files: { size: PictureSize; format: PictureFormat }[];
} {
  const formats = formatsOf(picture);
  const files = sizesOf(picture).flatMap((size) => formats.map((format) => ({ size, format })));
  return {
    files,
    input: PICTURE_INPUT,
    output: (out) =>
      files.flatMap(({ size, format }) => [
        "-map",
        "0:v:0",
        "-frames:v",
        "1",
        "-vf",
        filterOf(size, picture),

        "-map_metadata",
        "-1",
        "-bitexact",
        ...ENCODER_ARGS[format],
        out(pictureFile(size, format)),
      ]),
  };
}

/** Writes colours as both formats assume them by default: BT.601, sRGB. */
function filterOf({ width, height }: PictureSize, { isTransparent }: MadePicture): string {
  const scale = `scale=${width}:${height}:flags=lanczos+accurate_rnd+bitexact`;
  if (isTransparent) return `${scale},format=bgra`;
  const colours = "setparams=colorspace=smpte170m:range=tv:color_primaries=bt709:color_trc=iec61966-2-1";
  return `${scale}:out_color_matrix=bt601:out_range=tv,format=yuv420p,setsar=1,${colours}`;
}

/** The encoder options by format. For 1920 px of a 4K JPEG, including decoding: WebP 1.2 s and 47 kB, AVIF 1.9 s and 20 kB. */
const ENCODER_ARGS: Record<PictureFormat, readonly string[]> = {
  webp: ["-c:v", "libwebp", "-quality", "82", "-compression_level", "4"],
  avif: ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "30", "-cpu-used", "6", "-threads", "1"],
};
