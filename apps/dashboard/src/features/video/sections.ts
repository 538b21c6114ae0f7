import type { VideoView } from "@shoal/contract";

/** The sections of the video page in their order, by what they are about. */
const SECTION_GROUPS = {
  video: ["info", "live", "external", "figures", "place", "share", "thumbnail"],
  viewing: ["start", "asLive", "password", "delivery", "playback", "intro", "chapters", "captions", "outro"],
  keeping: ["categories", "cuts", "download", "replace", "encoding", "deletion"],
} as const;

export type SectionGroup = keyof typeof SECTION_GROUPS;
export type SectionId = (typeof SECTION_GROUPS)[SectionGroup][number];
type VideoType = VideoView["type"];

/** What a live has none of: media that are there as a whole, and an end. */
const OF_FILES: readonly SectionId[] = [
  ...(["asLive", "chapters", "captions", "outro", "cuts", "download", "replace"] as const),
];
const OF_LIVES: readonly SectionId[] = ["live", "external"];

/** Whether the page of a video of this type has a section. */
const hasSection = (type: VideoType, section: SectionId): boolean =>
  !(type === "live" ? OF_FILES : OF_LIVES).includes(section);

const GROUP_NAMES = Object.keys(SECTION_GROUPS) as SectionGroup[];

/** The sections of the page by group. */
export const groupsFor = (type: VideoType): { name: SectionGroup; sections: SectionId[] }[] =>
  GROUP_NAMES.map((name) => ({
    name,
    sections: SECTION_GROUPS[name].filter((section: SectionId) => hasSection(type, section)),
  }));

const allFor = (type: VideoType) =>
  groupsFor(type).flatMap(({ sections }) => sections) as [SectionId, ...SectionId[]];

/** All of them in their order, by type of video. */
export const SECTIONS = { live: allFor("live"), vod: allFor("vod") };
