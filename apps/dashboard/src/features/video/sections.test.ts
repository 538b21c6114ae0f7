import { expect, test } from "vitest";
import { placeOf, sectionsOf, tabsOf } from "./sections.ts";

const allSectionsOf = (type: "live" | "vod") => tabsOf(type).flatMap((tab) => sectionsOf(tab, type));

test("a live has no sections for files, and a VOD none for lives", () => {
  for (const section of ["live", "chat", "external", "archives"] as const) {
    expect(allSectionsOf("live")).toContain(section);
    expect(allSectionsOf("vod")).not.toContain(section);
  }
  for (const section of ["asLive", "cuts", "captions", "download", "replace"] as const) {
    expect(allSectionsOf("live")).not.toContain(section);
    expect(allSectionsOf("vod")).toContain(section);
  }
});

test("the tabs depend on the type of video, and each section is in exactly one of them", () => {
  expect(tabsOf("vod")).toEqual(["overview", "chapters", "access", "encoding", "appearance", "danger"]);
  expect(tabsOf("live")).toEqual(["overview", "access", "live", "appearance", "danger"]);
  for (const type of ["live", "vod"] as const)
    expect(new Set(allSectionsOf(type)).size).toBe(allSectionsOf(type).length);
});

test.each([
  ["", "vod", "overview", undefined],
  ["tab=access", "vod", "access", undefined],
  ["section=password", "vod", "access", "password"],
  ["section=captions", "vod", "chapters", "captions"],
  ["section=encoding", "vod", "encoding", "encoding"],
  ["section=encoding", "live", "live", "encoding"],
  ["section=deletion", "live", "danger", "deletion"],
  ["section=chapters", "live", "live", "chapters"],
  ["section=captions", "live", "overview", undefined],
  ["tab=encoding", "live", "overview", undefined],
  ["tab=nowhere", "vod", "overview", undefined],
] as const)("the query “%s” of a %s leads to the tab %s", (search, type, tab, section) => {
  expect(placeOf(new URLSearchParams(search), type)).toEqual({ tab, section });
});
