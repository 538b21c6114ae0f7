import {
  type FieldError,
  HostPattern,
  type ImportSource,
  MAX_HOSTS,
  type RuleSettings,
} from "@shoal/contract";
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
import {
  explainItem,
  parseAnswer,
  type RequestText,
  requireAnswer,
  SourceNotFound,
  type SourceRequest,
} from "./source-api.ts";

const PAGE_SIZE = 100;
const REQUIRED_SCOPES = ["private", "video_files"] as const;
const LISTED_FIELDS =
  "uri,name,description,link,type,status,tags.name,privacy.view,privacy.embed,download.link,files.link";
const DETAIL_FIELDS =
  "uri,name,description,link,type,status,tags.name,privacy.view,privacy.embed,download,files,metadata.connections.texttracks.total";

const FileLink = z.object({
  link: z.string().nullish(),
  quality: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  size: z.number().nullish(),
});
const VimeoVideo = z.object({
  uri: z.string().regex(/^\/videos\/\d+/),
  name: z.string().nullish(),
  description: z.string().nullish(),
  link: z.string().nullish(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  privacy: z.object({ view: z.string().nullish(), embed: z.string().nullish() }).nullish(),
  download: z.array(FileLink).nullish(),
  files: z.array(FileLink).nullish(),
  metadata: z
    .object({
      connections: z.object({ texttracks: z.object({ total: z.number() }).nullish() }).nullish(),
    })
    .nullish(),
});
type VimeoVideo = z.output<typeof VimeoVideo>;
const Page = z.object({
  data: z.array(z.unknown()).max(1_000),
  paging: z.object({ next: z.string().nullish() }),
});
const VimeoTrack = z.object({
  link: z.string().nullish(),
  language: z.string().nullish(),
  name: z.string().nullish(),
  type: z.string().nullish(),
  active: z.boolean().nullish(),
});
const TracksAnswer = z.object({ data: z.array(VimeoTrack) });
const ChaptersAnswer = z.object({
  data: z.array(z.object({ timecode: z.number(), title: z.string().nullish() })),
});
const DomainsAnswer = z.object({ data: z.array(z.object({ domain: z.string() })) });
const TokenAnswer = z.object({ scope: z.string() });

/**
 * Creates the source of all videos of an account. Addresses of files expire, so they are requested when a line is started, with
 * captions and chapters.
 * @param api its address. Links to other hosts are not followed, since the token is sent along.
 */
export function vimeoSource(
  { accessToken }: Extract<ImportSource, { kind: "vimeo" }>,
  requestText: RequestText,
  api: string,
): OpenedSource {
  const headers = {
    authorization: `bearer ${accessToken}`,
    accept: "application/vnd.vimeo.*+json;version=3.4",
  };
  const requestPage = (address: string, explain?: SourceRequest["explain"]) =>
    requestText(address, { headers, ...(explain ? { explain } : {}) }).then(parseAnswer);
  const first = `/me/videos?${new URLSearchParams({
    fields: LISTED_FIELDS,
    per_page: String(PAGE_SIZE),
    page: "1",
    // The oldest videos come first, so that a video added in the meantime is appended.
    sort: "date",
    direction: "asc",
  })}`;

  async function readPage(place: string) {
    const url = URL.canParse(place, api) ? new URL(place, api) : undefined;
    if (url?.origin !== new URL(api).origin) throw new SourceFailed("source_unreadable");
    const { data } = Page.safeParse(await requestPage(url.href));
    if (!data) throw new SourceFailed("source_unreadable");
    return data;
  }

  /** Requests data that a video may have; undefined if the token may not read it. */
  async function requestPart<T>(address: string, schema: z.ZodType<{ data: T[] }>): Promise<T[] | undefined> {
    try {
      return schema.safeParse(await requestPage(`${api}${address}`)).data?.data;
    } catch (error) {
      if (
        error instanceof SourceNotFound ||
        (error instanceof SourceFailed && error.fault === "source_refused")
      )
        return undefined;
      throw error;
    }
  }

  return {
    async *readPages(cursor) {
      let { next, line } = cursor === null ? { next: first, line: 0 } : readCursor(cursor);
      while (next !== null) {
        const { data, paging } = await requireAnswer(readPage(next));
        const from = line;
        line += data.length;
        if (paging.next === next) throw new SourceFailed("source_unreadable");
        // A page without videos ends the list, even if it links to another page.
        next = data.length > 0 ? (paging.next ?? null) : null;
        yield {
          items: data.map((video, index) => parseListedVideo(video, from + index + 1)),
          cursor: JSON.stringify({ next, line }),
        };
      }
    },

    async prepare({ ref = "" }) {
      const query = new URLSearchParams({ fields: DETAIL_FIELDS });
      const video = await requestPage(`${api}/videos/${ref}?${query}`, explainItem).catch(
        (error: unknown) => {
          if (error instanceof SourceNotFound) throw new ItemFailed("is no longer there");
          throw error;
        },
      );
      const { data } = VimeoVideo.safeParse(video);
      if (!data) throw new ItemFailed("has an unreadable description there");
      const hasTracks = data.metadata?.connections?.texttracks?.total !== 0;
      const isListed = data.privacy?.embed === "whitelist";
      const fields = "?per_page=100";
      return describeVimeoVideo(data, {
        tracks: hasTracks
          ? ((await requestPart(`/videos/${ref}/texttracks${fields}`, TracksAnswer)) ?? [])
          : [],
        chapters: (await requestPart(`/videos/${ref}/chapters${fields}`, ChaptersAnswer)) ?? [],
        domains: isListed
          ? ((await requestPart(`/videos/${ref}/privacy/domains${fields}`, DomainsAnswer)) ?? [])
          : undefined,
        ref,
      });
    },

    async check(): Promise<FieldError[]> {
      const field = (reason: string) => [{ path: "accessToken", reason }];
      try {
        const scopes = TokenAnswer.safeParse(await requestPage(`${api}/oauth/verify`)).data?.scope.split(" ");
        if (scopes && REQUIRED_SCOPES.some((scope) => !scopes.includes(scope)))
          return field("needs the scopes public, private and video_files");
        await readPage(first);
      } catch (error) {
        if (error instanceof FetchError) return field("cannot be reached from here");
        if (error instanceof SourceFailed && error.fault === "source_refused") return field("is refused");
        if (error instanceof SourceFailed || error instanceof SourceNotFound)
          return field("returns no list of videos");
        throw error;
      }
      return [];
    },
  };
}

function parseListedVideo(raw: unknown, line: number): SourceItem {
  const { data } = VimeoVideo.safeParse(raw);
  if (!data) return unreadableLine(line);
  const id = parseVideoId(data);
  const url = data.link ?? `https://vimeo.com/${id}`;
  const { item, faults } = fitItem({
    url,
    title: data.name ?? "",
    description: data.description,
    tags: data.tags?.map(({ name }) => name),
  });
  const broken = faultOfVideo(data);
  return {
    line,
    title: item?.title ?? (data.name ?? "").slice(0, 300),
    url,
    item: broken ? undefined : item,
    faults: broken ? [broken] : item ? watchedBy(data, undefined).faults : faults,
    ignored: [],
    key: `vimeo:${id}`,
    ref: id,
  };
}

const parseVideoId = ({ uri }: VimeoVideo) => /^\/videos\/(\d+)/.exec(uri)?.[1] ?? "";

function faultOfVideo(video: VimeoVideo): FieldError | undefined {
  if (video.type === "live" && !addressOf(video))
    return { path: "line", reason: "is a live, which has no file" };
  if (video.status && video.status !== "available") return { path: "line", reason: "is not ready there" };
  return addressOf(video)
    ? undefined
    : { path: "url", reason: "has no file there: the Vimeo plan or token does not allow downloads" };
}

/** Returns the address of the original if available, otherwise of the highest resolution. Playlists are not files. */
function addressOf({ download, files }: VimeoVideo): string | undefined {
  const rank = (file: z.output<typeof FileLink>) =>
    file.quality === "source" ? Number.MAX_SAFE_INTEGER : (file.width ?? 0) * (file.height ?? 0);
  const best = (links: VimeoVideo["files"]) =>
    (links ?? [])
      .filter(({ link, quality }) => link && quality !== "hls" && quality !== "dash")
      .toSorted((a, b) => rank(b) - rank(a) || (b.size ?? 0) - (a.size ?? 0))[0]?.link ?? undefined;
  return best(download) ?? best(files);
}

export interface VimeoParts {
  tracks: readonly z.output<typeof VimeoTrack>[];
  chapters: z.output<typeof ChaptersAnswer>["data"];
  /** The websites that may embed the video; undefined if unknown. */
  domains: readonly { domain: string }[] | undefined;
  ref: string;
}

/** Describes a video as an item. @throws ItemFailed for a video without a file. */
function describeVimeoVideo(video: VimeoVideo, { tracks, chapters, domains, ref }: VimeoParts): StoredItem {
  const broken = faultOfVideo(video);
  const url = addressOf(video);
  if (broken || url === undefined) throw new ItemFailed(broken?.reason ?? "has no file there");
  const shown = tracks.filter(
    ({ link, active, type }) => link && active !== false && (type === "captions" || type === "subtitles"),
  );
  const { item, faults } = fitItem({
    url,
    title: video.name ?? "",
    description: video.description,
    tags: video.tags?.map(({ name }) => name),
    captions: shown.map(({ link, language, name, type }) => ({
      url: link ?? "",
      // "en-x-autogen" marks Vimeo's automatic captions.
      language: (language ?? "").split("-x-")[0] ?? "",
      label: name ?? undefined,
      kind: type === "captions" ? "sdh" : "subtitles",
    })),
    chapters: chapters.map(({ timecode, title }) => ({ start: timecode, title: title ?? "" })),
  });
  if (!item) throw new ItemFailed("has no download URL");
  if (shown.length < tracks.length)
    faults.push({ path: "captions", reason: "are left out if they are turned off or are not subtitles" });
  const watched = watchedBy(video, domains);
  return { item, ref, faults: [...watched.faults, ...faults], rules: watched.rules };
}

/**
 * Returns the access rules here: public only if it is public there and embeddable on any website. A video limited to some
 * websites stays limited to them, and all others are closed until a user opens them.
 */
function watchedBy(
  { privacy }: VimeoVideo,
  domains: VimeoParts["domains"],
): { rules: RuleSettings | undefined; faults: FieldError[] } {
  const { view, embed } = privacy ?? {};
  if (view === "anybody" && embed === "public") return { rules: undefined, faults: [] };
  const refused = {
    rules: { streaming: "refused" as const },
    faults: [{ path: "streaming", reason: "is blocked here because it is not public there" }],
  };
  if (embed !== "whitelist" || (view !== "anybody" && view !== "disable")) return refused;
  const sites = (domains ?? []).flatMap(({ domain }) => HostPattern.safeParse(domain).data ?? []);
  if (domains && sites.length === 0) return refused;
  return {
    // An empty list of websites would not restrict anything, so the video is closed instead.
    rules:
      sites.length > 0
        ? { authorizedWebsites: [...new Set(sites)].slice(0, MAX_HOSTS), unknownWebsites: false }
        : refused.rules,
    faults: [{ path: "authorizedWebsites", reason: "are those allowed to show it there" }],
  };
}

const readCursor = (cursor: string) => JSON.parse(cursor) as { next: string | null; line: number };
