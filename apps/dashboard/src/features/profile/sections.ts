/** The sections of the profile in their order, by what they are about. */
export const SECTION_GROUPS = {
  you: ["account", "password", "email", "twoFactor", "provider", "notifications"],
  client: ["contact", "defaults", "theme", "collaborators", "teams", "documents", "storage"],
  // It may be long: more frequent sections come before it.
  access: ["sessions"],
  end: ["leave"],
} as const;

export type SectionGroup = keyof typeof SECTION_GROUPS;
export type SectionId = (typeof SECTION_GROUPS)[SectionGroup][number];

/** The parts hidden from users who may only read analytics. */
export const MEMBERS_SECTIONS: readonly SectionId[] = [
  "contact",
  "defaults",
  "theme",
  "collaborators",
  "teams",
  "documents",
  "notifications",
];

/** All of them. */
export const SECTIONS = Object.values(SECTION_GROUPS).flat() as [SectionId, ...SectionId[]];
