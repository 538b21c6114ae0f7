import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { descriptorOf } from "../testing/edge-harness.ts";
import { createOembedAnswer } from "./oembed.ts";
import { addShareTags, type ShareOptions } from "./share-tags.ts";
import { sitemapOf } from "./sitemap.ts";

const PUBLIC_URL = "https://play.example.com";
const PLAYER_PAGE = '<html><head><title>Shoal</title><meta name="robots" content="noindex" /></head></html>';

/** Public videos of all kinds, some with text that could break structured data if it were not escaped. */
const VIDEOS: Record<string, Partial<PlaybackDescriptor>> = {
  ordinary: { thumbnailObject: "t.jpg" },
  "without a picture": {},
  "without a description": { thumbnailObject: "t.jpg", description: "" },
  "of a long description": { thumbnailObject: "t.jpg", description: "word\n".repeat(2_000) },
  "of hostile texts": { thumbnailObject: "t.jpg", title: `</script>"<&>'`, description: "]]> -->" },
  "shorter than a second": { thumbnailObject: "t.jpg", durationSec: 0.2 },
  "of nine hours": { thumbnailObject: "t.jpg", durationSec: 32_400 },
  "of unknown length": { thumbnailObject: "t.jpg", durationSec: null, chapters: [] },
  "with chapters": {
    thumbnailObject: "t.jpg",
    durationSec: 90,
    chapters: [
      { startSec: 0, title: "Start" },
      { startSec: 30, title: "Middle" },
    ],
  },
};
const TEST_CASES = Object.entries(VIDEOS).map(([name, changes]) => {
  const video = descriptorOf(changes);
  const options: ShareOptions = {
    pageUrl: `${PUBLIC_URL}/v/${video.uuid}`,
    embedUrl: `${PUBLIC_URL}/embed/${video.uuid}`,
    thumbnailUrl: video.thumbnailObject && `${PUBLIC_URL}/thumbnails/${video.uuid}`,
    publicUrl: PUBLIC_URL,
    published: "all",
    isPublic: true,
    isListed: true,
  };
  return { name, video, options };
});

/** Matches dates as Google requires them, in ISO 8601 with a time zone. */
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const isAddress = (text: unknown) =>
  typeof text === "string" && /^https?:/.test(URL.parse(text)?.protocol ?? "");

// https://developers.google.com/search/docs/appearance/structured-data/video
describe("JSON-LD follows Google's rules for VideoObject and Clip", () => {
  it.each(TEST_CASES)("of a video $name", ({ video, options }) => {
    const page = addShareTags(PLAYER_PAGE, video, options);
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1];
    // Google requires these properties, so a video that lacks one of them must have no object at all.
    expect(text === undefined).toBe(options.thumbnailUrl === null);
    if (text === undefined) return;
    const data = JSON.parse(text);
    expect(data).toMatchObject({ "@context": "https://schema.org", "@type": "VideoObject" });
    expect(data.name).not.toBe("");
    expect(data.thumbnailUrl.every(isAddress)).toBe(true);
    expect(data.uploadDate).toMatch(ISO_DATE);
    // Google recommends these fields but does not require them.
    expect(data.description).not.toBe("");
    expect(isAddress(data.embedUrl)).toBe(true);
    if (data.duration !== undefined) expect(data.duration).toMatch(/^PT[1-9]\d*S$/);
    const clips = (data.hasPart ?? []) as {
      name: string;
      startOffset: number;
      endOffset?: number;
      url: string;
    }[];
    expect(new Set(clips.map(({ startOffset }) => startOffset)).size).toBe(clips.length);
    for (const { name, startOffset, endOffset, url } of clips) {
      expect(name).not.toBe("");
      expect(endOffset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(startOffset);
      // A chapter has the address of the page with the chapter's time in the query.
      expect(url.split("?")[0]).toBe(options.pageUrl);
      expect(new URL(url).searchParams.get("t")).toBe(String(startOffset));
    }
  });
});

// https://ogp.me and https://developer.x.com/en/docs/x-for-websites/cards/overview/player-card
describe("cards follow the rules of the Open Graph protocol and of player cards", () => {
  const metaIn = (page: string) => {
    const onError = () => undefined;
    const tags = page.match(/<meta [^>]*>/g) ?? [];
    return tags.map((tag) => {
      const element = new DOMParser({ errorHandler: onError }).parseFromString(
        tag,
        "text/xml",
      ).documentElement;
      const name = element?.getAttribute("property") || element?.getAttribute("name") || "";
      return [name, element?.getAttribute("content") ?? ""] as const;
    });
  };
  it.each(TEST_CASES)("of a video $name", ({ video, options }) => {
    const list = metaIn(addShareTags(PLAYER_PAGE, video, options));
    const meta = Object.fromEntries(list);
    for (const name of ["og:title", "og:type", "og:image", "og:url"]) expect(meta[name], name).toBeTruthy();
    expect(meta["og:type"]).toMatch(/^video\.(?:movie|episode|tv_show|other)$/);
    for (const name of ["og:image", "og:url", "og:video:url", "twitter:image", "twitter:player"])
      expect(isAddress(meta[name]), name).toBe(true);
    expect(new URL(meta["twitter:player"] ?? "").protocol).toBe("https:");
    for (const [name, content] of list)
      if (/:(?:width|height)$/.test(name)) expect(content, name).toMatch(/^[1-9]\d*$/);
    expect(meta).toMatchObject({ "twitter:card": "player", "og:video:type": "text/html" });
    expect(meta["twitter:title"]).toBe(meta["og:title"]);
    // In OpenGraph, the properties that describe a picture or a video must follow its own property.
    const names = list.map(([name]) => name);
    expect(names.indexOf("og:image")).toBeLessThan(names.indexOf("og:image:width"));
    expect(names.indexOf("og:video:url")).toBeLessThan(names.indexOf("og:video:type"));
  });
});

// https://oembed.com, 2.3.4
describe("oEmbed follows the standard", () => {
  const LIMITS = [{}, { maxwidth: 200 }, { maxheight: 90 }, { maxwidth: 1_000, maxheight: 1_000 }];
  it.each(TEST_CASES)("of a video $name", ({ video, options }) => {
    for (const limits of LIMITS) {
      const answer = createOembedAnswer(video, limits, options) as Record<string, unknown>;
      expect(answer).toMatchObject({
        type: "video",
        version: "1.0",
        html: expect.stringContaining("<iframe "),
      });
      const { maxwidth = Infinity, maxheight = Infinity } = limits as {
        maxwidth?: number;
        maxheight?: number;
      };
      for (const [side, limit] of [
        ["width", maxwidth],
        ["height", maxheight],
      ] as const) {
        expect(Number.isInteger(answer[side])).toBe(true);
        expect(answer[side]).toBeLessThanOrEqual(limit);
        // A picture has an address and both sizes, or all three are missing. Its size also obeys the limits.
        expect(`thumbnail_${side}` in answer).toBe("thumbnail_url" in answer);
        if ("thumbnail_url" in answer) expect(answer[`thumbnail_${side}`]).toBeLessThanOrEqual(limit);
      }
      if ("thumbnail_url" in answer) expect(isAddress(answer.thumbnail_url)).toBe(true);
      expect(isAddress(answer.provider_url)).toBe(true);
      expect(Number.isInteger(answer.cache_age)).toBe(true);
      expect(answer.html).not.toContain("<script");
    }
  });
});

// https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps and https://www.sitemaps.org/protocol.html
describe("the sitemap follows Google's rules for videos", () => {
  it.each(TEST_CASES)("of a video $name", ({ video, options }) => {
    const xml = new DOMParser().parseFromString(sitemapOf([{ video, addresses: options }]), "text/xml");
    const [url] = Array.from(xml.getElementsByTagName("url"));
    const textOf = (name: string) => url?.getElementsByTagName(name)[0]?.textContent ?? undefined;
    const loc = textOf("loc") ?? "";
    expect(isAddress(loc)).toBe(true);
    expect(loc.length).toBeLessThan(2_048);
    const isVideo = (url?.getElementsByTagName("video:video").length ?? 0) > 0;
    expect(isVideo).toBe(options.thumbnailUrl !== null);
    if (!isVideo) return;
    expect(isAddress(textOf("video:thumbnail_loc"))).toBe(true);
    expect(textOf("video:title")).toBeTruthy();
    expect(textOf("video:description")).toBeTruthy();
    expect(textOf("video:description")?.length).toBeLessThanOrEqual(2_048);
    expect(isAddress(textOf("video:player_loc"))).toBe(true);
    expect(textOf("video:player_loc")).not.toBe(loc);
    expect(textOf("video:publication_date")).toMatch(ISO_DATE);
    const duration = textOf("video:duration");
    if (duration !== undefined) expect(duration).toMatch(/^[1-9]\d*$/);
    expect(Number(duration ?? 1)).toBeLessThanOrEqual(28_800);
  });
});
