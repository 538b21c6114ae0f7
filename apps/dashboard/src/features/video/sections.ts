/** The sections of the video page in their order, by what they are about. */
export const SECTION_GROUPS = {
  video: ["info", "figures", "share", "thumbnail"],
  viewing: ["start", "password", "playback", "intro", "chapters", "captions", "outro"],
  keeping: ["categories", "cuts", "download", "replace", "encoding", "deletion"],
} as const;

export type SectionGroup = keyof typeof SECTION_GROUPS;
export type SectionId = (typeof SECTION_GROUPS)[SectionGroup][number];

/** All of them. */
export const SECTIONS = Object.values(SECTION_GROUPS).flat() as [SectionId, ...SectionId[]];
