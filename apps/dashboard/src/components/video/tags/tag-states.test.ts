import { expect, test } from "vitest";
import { cycleTag, selectTagsToOffer, tagStateOf } from "./tag-states.ts";

const NO_FILTERS = { included: [], excluded: [] };

test("clicks on a tag include it, exclude it, and ignore it again", () => {
  const first = cycleTag({ included: ["a"], excluded: [] }, "sea");
  expect(tagStateOf(first, "sea")).toBe("included");
  const second = cycleTag(first, "sea");
  expect(tagStateOf(second, "sea")).toBe("excluded");
  expect(cycleTag(second, "sea")).toEqual({ included: ["a"], excluded: [] });
});

test("twelve tags and those in use are offered first; a search finds the others", () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
  const closed = selectTagsToOffer(
    tags,
    { included: ["tag 29"], excluded: ["gone"] },
    { text: "", isOpen: false },
  );
  expect(closed.shown).toEqual([...tags.slice(0, 12), "tag 29", "gone"]);
  expect(closed.hiddenCount).toBe(17);
  expect(selectTagsToOffer(tags, NO_FILTERS, { text: "", isOpen: true }).shown).toHaveLength(30);
  expect(selectTagsToOffer(tags, NO_FILTERS, { text: "G 17", isOpen: false }).shown).toEqual(["tag 17"]);
});
