import { type FieldError, type ImportSource, peerTubeChannelOf } from "@shoal/contract";
import { FetchError } from "@shoal/safe-fetch";
import { z } from "zod";
import { fitItem, unreadableLine } from "./fit-item.ts";
import {
  ItemFailed,
  type OpenedSource,
  SourceFailed,
  type SourceItem,
  type StoredItem,
} from "./import-source.ts";
import { parseAnswer, type RequestText, requireAnswer, SourceNotFound } from "./source-api.ts";

const PAGE_SIZE = 100;
const NOT_PUBLIC_REASON = "is not public";

const Page = z.object({ total: z.number().int().min(0), data: z.array(z.unknown()).max(1_000) });
const ListedVideo = z.object({
  uuid: z.uuid(),
  name: z.string(),
  url: z.string().nullish(),
  isLive: z.boolean().nullish(),
  truncatedDescription: z.string().nullish(),
  description: z.string().nullish(),
});
const PeertubeFile = z.object({
  id: z.number().nullish(),
  resolution: z.object({ id: z.number() }),
  size: z.number().nullish(),
  fileUrl: z.string().nullish(),
  hasAudio: z.boolean().nullish(),
  hasVideo: z.boolean().nullish(),
});
const PeertubeFiles = z.array(PeertubeFile).nullish();
const VideoDetails = z.object({
  name: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  files: PeertubeFiles,
  streamingPlaylists: z.array(z.object({ files: PeertubeFiles })).nullish(),
});
const CaptionsAnswer = z.object({
  data: z.array(
    z.object({
      language: z.object({ id: z.string(), label: z.string().nullish() }),
      fileUrl: z.string().nullish(),
      captionPath: z.string().nullish(),
    }),
  ),
});
const ChaptersAnswer = z.object({ chapters: z.array(z.object({ timecode: z.number(), title: z.string() })) });

/**
 * Creates the source of a public channel of a PeerTube server. The list has only titles. Other data is requested when a line is
 * started, so that a channel of 10,000 videos is listed with 100 calls.
 */
export function peerTubeSource(
  { channel }: Extract<ImportSource, { kind: "peertube" }>,
  requestText: RequestText,
): OpenedSource {
  const { origin, handle } = peerTubeChannelOf(channel) ?? { origin: "", handle: "" };
  const api = `${origin}/api/v1`;

  async function readPage(start: number) {
    // The oldest videos come first, so that a video published in the meantime is appended.
    const query = new URLSearchParams({
      start: String(start),
      count: String(PAGE_SIZE),
      sort: "publishedAt",
      nsfw: "both",
    });
    const url = `${api}/video-channels/${encodeURIComponent(handle)}/videos?${query}`;
    const { data } = Page.safeParse(parseAnswer(await requestText(url)));
    if (!data) throw new SourceFailed("source_unreadable");
    return data;
  }

  return {
    async *readPages(cursor) {
      for (let start = Number(cursor ?? 0); ; ) {
        const { total, data } = await requireAnswer(readPage(start));
        const from = start;
        start += data.length;
        if (data.length === 0) return;
        yield {
          items: data.map((video, index) => parseListedVideo(video, from + index + 1, origin)),
          cursor: String(start),
        };
        if (start >= total) return;
      }
    },

    async prepare({ ref = "" }) {
      const video = `${api}/videos/${ref}`;
      try {
        const details = VideoDetails.safeParse(parseAnswer(await requestText(video)));
        if (!details.data) throw new ItemFailed("has an unreadable description there");
        const captions =
          CaptionsAnswer.safeParse(parseAnswer(await requestText(`${video}/captions`))).data?.data ?? [];
        const chapters = await requestText(`${video}/chapters`).then(
          (text) => ChaptersAnswer.safeParse(parseAnswer(text)).data?.chapters ?? [],
          // Servers before version 6.0 have no chapters.
          (error: unknown) => {
            if (error instanceof SourceNotFound) return [];
            throw error;
          },
        );
        return describePeertubeVideo(details.data, { captions, chapters, origin, ref });
      } catch (error) {
        if (
          error instanceof SourceNotFound ||
          (error instanceof SourceFailed && error.fault === "source_refused")
        )
          throw new ItemFailed("is no longer public there");
        throw error;
      }
    },

    async check(): Promise<FieldError[]> {
      const field = (reason: string) => [{ path: "channel", reason }];
      try {
        await readPage(0);
      } catch (error) {
        if (error instanceof SourceNotFound) return field("is not an existing channel");
        if (error instanceof FetchError) return field("cannot be reached from here");
        if (error instanceof SourceFailed)
          return field(error.fault === "source_refused" ? NOT_PUBLIC_REASON : "is not a PeerTube server");
        throw error;
      }
      return [];
    },
  };
}

function parseListedVideo(raw: unknown, line: number, origin: string): SourceItem {
  const { data } = ListedVideo.safeParse(raw);
  if (!data) return unreadableLine(line);
  const url = `${origin}/w/${data.uuid}`;
  const { item, faults } = fitItem({
    url,
    title: data.name,
    description: data.truncatedDescription ?? data.description,
  });
  const all = data.isLive ? [{ path: "line", reason: "is a live, which has no file" }] : faults;
  return {
    line,
    title: item?.title ?? data.name.slice(0, 300),
    url,
    item: data.isLive ? undefined : item,
    faults: data.isLive || !item ? all : [],
    ignored: [],
    key: `peertube:${data.uuid}`,
    ref: data.uuid,
  };
}

export interface PeerTubeParts {
  captions: z.output<typeof CaptionsAnswer>["data"];
  chapters: z.output<typeof ChaptersAnswer>["chapters"];
  origin: string;
  ref: string;
}

/** Describes a video as an item. @throws ItemFailed for a video without a file. */
export function describePeertubeVideo(
  { name, description, tags, files, streamingPlaylists }: z.output<typeof VideoDetails>,
  { captions, chapters, origin, ref }: PeerTubeParts,
): StoredItem {
  const url = fileAddressOf(
    [...(files ?? []), ...(streamingPlaylists ?? []).flatMap((each) => each.files ?? [])],
    { origin, ref },
  );
  if (url === undefined) throw new ItemFailed("has no file there");
  const { item, faults } = fitItem({
    url,
    title: name,
    description,
    tags: tags ?? [],
    captions: captions.map(({ language, fileUrl, captionPath }) => ({
      url: fileUrl || `${origin}${captionPath ?? ""}`,
      language: language.id,
      label: language.label ?? undefined,
    })),
    chapters: chapters.map(({ timecode, title }) => ({ start: timecode, title })),
  });
  if (!item) throw new ItemFailed("has no download URL");
  return { item, ref, faults };
}

/** Returns the address of the highest resolution, preferably with audio. If audio is separate, the server muxes both. */
function fileAddressOf(
  files: readonly z.output<typeof PeertubeFile>[],
  { origin, ref }: { origin: string; ref: string },
): string | undefined {
  const seen = files.filter(({ hasVideo, resolution, fileUrl }) =>
    Boolean(fileUrl && hasVideo !== false && resolution.id > 0),
  );
  const [best] = seen.toSorted(
    (a, b) =>
      b.resolution.id - a.resolution.id ||
      Number(b.hasAudio !== false) - Number(a.hasAudio !== false) ||
      (b.size ?? 0) - (a.size ?? 0),
  );
  if (!best) return undefined;
  const sound = files.find(({ hasVideo, hasAudio }) => hasVideo === false && hasAudio === true);
  if (best.hasAudio !== false || !sound || !best.id || !sound.id) return best.fileUrl ?? undefined;
  const query = new URLSearchParams([
    ["videoFileIds", String(best.id)],
    ["videoFileIds", String(sound.id)],
  ]);
  return `${origin}/download/videos/generate/${ref}?${query}`;
}
