import type { VideoView } from "@shoal/contract";

type VideoType = VideoView["type"];

/** The tabs of the video page, each with its sections in display order. */
const TAB_SECTIONS = {
  overview: ["info", "archives", "cuts", "share", "figures", "categories", "place"],
  chapters: ["chapters", "captions"],
  access: ["privacy", "password", "start", "asLive", "delivery"],
  live: ["live", "chat", "external"],
  encoding: ["encoding", "download", "replace"],
  appearance: ["thumbnail", "playback", "intro", "outro"],
  danger: ["deletion", "removal"],
} as const;

export type TabId = keyof typeof TAB_SECTIONS;
export type SectionId = (typeof TAB_SECTIONS)[TabId][number];

/** The sections that a live does not have, because they require complete media or an end. */
const FILE_ONLY_SECTIONS: readonly SectionId[] = [
  ...(["asLive", "captions", "outro", "cuts", "download", "replace"] as const),
];
const LIVE_ONLY_SECTIONS: readonly SectionId[] = ["live", "chat", "external", "archives"];

const isSectionOf = (type: VideoType, section: SectionId): boolean =>
  !(type === "live" ? FILE_ONLY_SECTIONS : LIVE_ONLY_SECTIONS).includes(section);

/**
 * The sections of a tab in their order; empty if this type of video has no such tab. For a live, the qualities and the chapters of its
 * recordings are in the tab about the live and its signal.
 */
export function sectionsOf(tab: TabId, type: VideoType): SectionId[] {
  if ((tab === "encoding" || tab === "chapters") && type === "live") return [];
  const own = TAB_SECTIONS[tab].filter((section: SectionId) => isSectionOf(type, section));
  return tab === "live" && type === "live" ? [...own, "encoding", "chapters"] : own;
}

/** Returns the tabs of a video of this type in display order. */
export const tabsOf = (type: VideoType): TabId[] =>
  (Object.keys(TAB_SECTIONS) as TabId[]).filter((tab) => sectionsOf(tab, type).length > 0);

/**
 * Returns the target of a URL: `?tab=` names a tab, `?section=` a section of a tab, as in old links. Unknown names lead to the overview.
 * @example placeOf(new URLSearchParams("section=password"), "vod") // { tab: "access", section: "password" }
 */
export function placeOf(
  params: URLSearchParams,
  type: VideoType,
): { tab: TabId; section: SectionId | undefined } {
  const tabs = tabsOf(type);
  const wanted = params.get("section");
  for (const tab of tabs) {
    const section = sectionsOf(tab, type).find((each) => each === wanted);
    if (section) return { tab, section };
  }
  return { tab: tabs.find((each) => each === params.get("tab")) ?? "overview", section: undefined };
}
