import type { FieldError, ImportSource, RuleSettings } from "@shoal/contract";
import { FetchError } from "@shoal/safe-fetch";
import { z } from "zod";
import { fitItem, unreadableLine } from "./fit-item.ts";
import {
  ItemFailed,
  type OpenedSource,
  SourceFailed,
  type SourceItem,
  type StoredItem,
  TryLater,
} from "./import-source.ts";
import { explainItem, parseAnswer, type RequestText, requireAnswer, SourceNotFound } from "./source-api.ts";

const PAGE_SIZE = 100;
const NO_FILE = "has no file there: the token cannot open its master, and no static rendition is public";

const StaticFile = z.object({
  name: z.string().nullish(),
  ext: z.string().nullish(),
  height: z.number().nullish(),
  status: z.string().nullish(),
});
const MuxTrack = z.object({
  id: z.string(),
  type: z.string().nullish(),
  text_type: z.string().nullish(),
  language_code: z.string().nullish(),
  name: z.string().nullish(),
  closed_captions: z.boolean().nullish(),
  status: z.string().nullish(),
});
const MuxAsset = z.object({
  // The id is used in a path, so only these characters are accepted.
  id: z.string().regex(/^[\w-]{1,255}$/),
  status: z.string().nullish(),
  is_live: z.boolean().nullish(),
  passthrough: z.string().nullish(),
  meta: z.object({ title: z.string().nullish() }).nullish(),
  master: z.object({ status: z.string().nullish(), url: z.string().nullish() }).nullish(),
  playback_ids: z
    .array(z.object({ id: z.string().regex(/^[\w-]{1,255}$/), policy: z.string().nullish() }))
    .nullish(),
  static_renditions: z
    .object({ status: z.string().nullish(), files: z.array(StaticFile).nullish() })
    .nullish(),
  tracks: z.array(MuxTrack).nullish(),
});
type MuxAsset = z.output<typeof MuxAsset>;
const Page = z.object({ data: z.array(z.unknown()).max(1_000), next_cursor: z.string().nullish() });
const AssetAnswer = z.object({ data: MuxAsset });

export interface MuxAddresses {
  api: string;
  /** The base URL of public files and captions. */
  stream: string;
}

/**
 * Creates the source of an environment's assets. It fetches the master of each asset, which is opened for a day when its line
 * starts, or a static rendition if there is no master.
 */
export function muxSource(
  { tokenId, tokenSecret }: Extract<ImportSource, { kind: "mux" }>,
  requestText: RequestText,
  { api, stream }: MuxAddresses,
): OpenedSource {
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString("base64")}`;
  const headers = { authorization };

  async function readPage({ page, cursor }: Pick<MuxCursor, "page" | "cursor">, limit = PAGE_SIZE) {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(cursor === null ? { page: String(page) } : { cursor }),
    });
    const { data } = Page.safeParse(
      parseAnswer(await requestText(`${api}/video/v1/assets?${query}`, { headers })),
    );
    if (!data) throw new SourceFailed("source_unreadable");
    return data;
  }

  async function getAsset(id: string): Promise<MuxAsset> {
    try {
      const { data } = AssetAnswer.safeParse(
        parseAnswer(await requestText(`${api}/video/v1/assets/${id}`, { headers, explain: explainItem })),
      );
      if (data) return data.data;
    } catch (error) {
      if (error instanceof SourceNotFound) throw new ItemFailed("is no longer there");
      throw error;
    }
    throw new ItemFailed("has an unreadable description there");
  }

  /** Opens the master. @returns undefined if the token may not open it, or the asset has none. */
  async function openMaster(id: string): Promise<MuxAsset | undefined> {
    const body = JSON.stringify({ master_access: "temporary" });
    try {
      const opened = await requestText(`${api}/video/v1/assets/${id}/master-access`, {
        method: "PUT",
        body,
        headers: { ...headers, "content-type": "application/json" },
      });
      return AssetAnswer.safeParse(parseAnswer(opened)).data?.data;
    } catch (error) {
      if (error instanceof SourceNotFound || error instanceof SourceFailed) return undefined;
      throw error;
    }
  }

  /** Finds the address of an asset's file. @throws TryLater while its master is being prepared. */
  async function findFile(asset: MuxAsset): Promise<string | undefined> {
    const isClosed = !asset.master?.status || (asset.master.status === "ready" && !asset.master.url);
    const { master } = isClosed ? ((await openMaster(asset.id)) ?? asset) : asset;
    if (master?.status === "ready" && master.url) return master.url;
    if (master?.status === "preparing") throw new TryLater("Its master is being made ready");
    return staticFileOf(asset, stream);
  }

  return {
    async *readPages(cursor) {
      let at: MuxCursor | null = cursor === null ? { page: 1, cursor: null, line: 0 } : readCursor(cursor);
      while (at !== null) {
        const { data, next_cursor } = await requireAnswer(readPage(at));
        const { line: from, page, cursor: asked }: MuxCursor = at;
        if (next_cursor && next_cursor === asked) throw new SourceFailed("source_unreadable");
        // Without cursors, an empty page is the end, but a short one is not.
        const isEnd = data.length === 0 || next_cursor === null || (!next_cursor && asked !== null);
        at = isEnd ? null : { page: page + 1, cursor: next_cursor ?? null, line: from + data.length };
        yield {
          items: data.map((asset, index) => parseListedAsset(asset, from + index + 1)),
          cursor: JSON.stringify(at),
        };
      }
    },

    async prepare({ ref = "" }) {
      const asset = await getAsset(ref);
      const broken = faultOfAsset(asset);
      if (broken) throw new ItemFailed(broken.reason);
      const url = await findFile(asset);
      if (url === undefined) throw new ItemFailed(NO_FILE);
      return describeAsset(asset, { url, stream });
    },

    async check(): Promise<FieldError[]> {
      const field = (path: string, reason: string) => [{ path, reason }];
      try {
        await readPage({ page: 1, cursor: null }, 1);
      } catch (error) {
        if (error instanceof FetchError) return field("tokenId", "cannot be reached from here");
        if (error instanceof SourceFailed && error.fault === "source_refused")
          return field("tokenSecret", "is refused, or cannot read videos");
        if (error instanceof SourceFailed || error instanceof SourceNotFound)
          return field("tokenId", "returns no list of videos");
        throw error;
      }
      return [];
    },
  };
}

const titleOf = ({ meta, passthrough, id }: MuxAsset) => meta?.title?.trim() || passthrough?.trim() || id;
const listReadyTextTracks = ({ tracks }: MuxAsset) =>
  (tracks ?? []).filter(({ type, status }) => type === "text" && (!status || status === "ready"));

function faultOfAsset({ status, is_live }: MuxAsset): FieldError | undefined {
  if (is_live) return { path: "line", reason: "is a live, which has no file" };
  return status === "ready" ? undefined : { path: "line", reason: "is not ready there" };
}

function parseListedAsset(raw: unknown, line: number): SourceItem {
  const { data } = MuxAsset.safeParse(raw);
  if (!data) return unreadableLine(line);
  const url = `https://dashboard.mux.com/video/assets/${data.id}`;
  const { item, faults } = fitItem({ url, title: titleOf(data) });
  const broken = faultOfAsset(data);
  return {
    line,
    title: item?.title ?? titleOf(data).slice(0, 300),
    url,
    item: broken ? undefined : item,
    faults: broken ? [broken] : item ? watchedBy(data).faults : faults,
    ignored: [],
    key: `mux:${data.id}`,
    ref: data.id,
    captionCount: listReadyTextTracks(data).length,
  };
}

const publicIdOf = ({ playback_ids }: MuxAsset) =>
  playback_ids?.find(({ policy }) => policy === "public")?.id;

/** Returns the address of the largest rendition that is ready. `highest.mp4` has no height until then. */
function staticFileOf(asset: MuxAsset, stream: string): string | undefined {
  const id = publicIdOf(asset);
  const { status, files } = asset.static_renditions ?? {};
  const [best] = (files ?? [])
    .filter(
      (file) =>
        (file.status ?? status) === "ready" && file.ext !== "m4a" && /^[\w-]+\.mp4$/.test(file.name ?? ""),
    )
    .toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0));
  return id && best?.name ? `${stream}/${id}/${best.name}` : undefined;
}

/** Describes an asset as an item. @throws ItemFailed for an invalid address. */
function describeAsset(asset: MuxAsset, { url, stream }: { url: string; stream: string }): StoredItem {
  const id = publicIdOf(asset);
  const texts = listReadyTextTracks(asset);
  const { item, faults } = fitItem({
    url,
    title: titleOf(asset),
    captions: (id === undefined ? [] : texts).map((track) => ({
      url: `${stream}/${id}/text/${encodeURIComponent(track.id)}.vtt`,
      language: track.language_code ?? "",
      label: track.name ?? undefined,
      kind: track.closed_captions ? "sdh" : "subtitles",
    })),
  });
  if (!item) throw new ItemFailed("has no download URL");
  if (id === undefined && texts.length > 0)
    faults.push({ path: "captions", reason: "are left out: they require signed URLs there" });
  const watched = watchedBy(asset);
  return { item, ref: asset.id, faults: [...watched.faults, ...faults], rules: watched.rules };
}

/**
 * Returns the access rules: a video is public only if it is public at Mux. Where Mux requires a signature, a streaming token is
 * required here.
 */
function watchedBy(asset: MuxAsset): { rules: RuleSettings | undefined; faults: FieldError[] } {
  const policies = (asset.playback_ids ?? []).map(({ policy }) => policy);
  if (policies.includes("public")) return { rules: undefined, faults: [] };
  return policies.includes("signed")
    ? {
        rules: { streaming: "token" },
        faults: [{ path: "streaming", reason: "requires a token here because playback is signed there" }],
      }
    : {
        rules: { streaming: "refused" },
        faults: [{ path: "streaming", reason: "is blocked here because it is not public there" }],
      };
}

interface MuxCursor {
  page: number;
  /** The source's cursor for its next page; null if it numbers its pages. */
  cursor: string | null;
  line: number;
}
const readCursor = (cursor: string) => JSON.parse(cursor) as MuxCursor | null;
