import { expect, test } from "vitest";
import { groupsFor, SECTIONS } from "./sections.ts";

test("a live has no section about a whole file, and those that a VOD has not", () => {
  for (const section of ["live", "external"] as const) {
    expect(SECTIONS.live).toContain(section);
    expect(SECTIONS.vod).not.toContain(section);
  }
  for (const section of ["asLive", "cuts", "chapters", "download", "replace"] as const) {
    expect(SECTIONS.live).not.toContain(section);
    expect(SECTIONS.vod).toContain(section);
  }
});

test("every group has sections for both", () => {
  for (const type of ["live", "vod"] as const)
    expect(groupsFor(type).every(({ sections }) => sections.length > 0)).toBe(true);
});
