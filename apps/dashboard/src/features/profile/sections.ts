/** The sections of the profile in display order, grouped by topic. */
export const SECTION_GROUPS = {
  you: ["account", "password", "email", "twoFactor", "provider", "notifications"],
  client: ["contact", "defaults", "theme", "collaborators", "teams", "documents", "storage"],
  // The list of sessions may be long, so sections that are used more often come first.
  access: ["sessions"],
  end: ["leave"],
} as const;

export type SectionGroup = keyof typeof SECTION_GROUPS;
export type SectionId = (typeof SECTION_GROUPS)[SectionGroup][number];

/** The sections hidden from users who may only read analytics. */
export const MEMBER_SECTIONS: readonly SectionId[] = [
  "contact",
  "defaults",
  "theme",
  "collaborators",
  "teams",
  "documents",
  "notifications",
];

/** The ids of all sections, in display order. */
export const PROFILE_SECTIONS = Object.values(SECTION_GROUPS).flat() as [SectionId, ...SectionId[]];
