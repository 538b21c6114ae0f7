/** The fields of ffprobe's JSON that this package reads. Any of them may be missing. */
export interface FfprobeStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  pix_fmt?: string;
  field_order?: string;
  color_transfer?: string;
  color_primaries?: string;
  color_space?: string;
  color_range?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  start_time?: string;
  duration?: string;
  nb_frames?: string;
  nb_read_packets?: string;
  channels?: number;
  channel_layout?: string;
  sample_rate?: string;
  disposition?: Partial<
    Record<"attached_pic" | "default" | "forced" | "hearing_impaired" | "captions", number>
  >;
  tags?: Record<string, string>;
  side_data_list?: { side_data_type?: string; rotation?: number; dv_profile?: number }[];
}

export interface FfprobeReport {
  streams?: FfprobeStream[];
  /** If requested. */
  chapters?: { start_time?: string; tags?: Record<string, string> }[];
  format?: {
    format_name?: string;
    duration?: string;
    start_time?: string;
    size?: string;
    bit_rate?: string;
    tags?: Record<string, string>;
  };
}

/** The arguments that make ffprobe print container and streams as JSON. */
export const FFPROBE_ARGS = ["-show_format", "-show_streams", "-of", "json"] as const;

export const parseReport = (json: string) => JSON.parse(json) as FfprobeReport;

/** Finds the video stream. In a song, this is the cover picture, which is also a stream. */
export function findVideoStream({ streams = [] }: FfprobeReport): FfprobeStream | undefined {
  const pictures = streams.filter(({ codec_type }) => codec_type === "video");
  const moving = pictures.find(({ disposition }) => !disposition?.attached_pic);
  const hasSound = streams.some(({ codec_type }) => codec_type === "audio");
  return moving ?? (hasSound ? pictures[0] : undefined);
}

export const listAudioStreams = ({ streams = [] }: FfprobeReport) =>
  streams.filter((stream) => stream.codec_type === "audio");

/** Reads a tag. Programs write names in either case, and Matroska adds a language suffix to some of them. */
export function tagOf({ tags = {} }: { tags?: Record<string, string> }, name: string): string {
  return Object.entries(tags).find(([key]) => key.toLowerCase().split("-")[0] === name)?.[1] ?? "";
}

/** Parses `00:01:02.500000000` from Matroska's statistics, or plain seconds. Returns undefined for anything else. */
export function parseSeconds(text: string | undefined): number | undefined {
  const match = /^(?:(\d+):(\d+):)?(\d+(?:\.\d+)?)$/.exec(text?.trim() ?? "");
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}
