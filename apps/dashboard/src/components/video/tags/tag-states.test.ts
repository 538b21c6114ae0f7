import { expect, test } from "vitest";
import { cycleTag, offerTags, tagStateOf } from "./tag-states.ts";

const none = { included: [], excluded: [] };

test("clicks on a tag include it, exclude it, and ignore it again", () => {
  const first = cycleTag({ included: ["a"], excluded: [] }, "sea");
  expect(tagStateOf(first, "sea")).toBe("included");
  const second = cycleTag(first, "sea");
  expect(tagStateOf(second, "sea")).toBe("excluded");
  expect(cycleTag(second, "sea")).toEqual({ included: ["a"], excluded: [] });
});

test("twelve tags and those in use are offered first; a search finds the others", () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
  const closed = offerTags(tags, { included: ["tag 29"], excluded: ["gone"] }, { text: "", isOpen: false });
  expect(closed.shown).toEqual([...tags.slice(0, 12), "tag 29", "gone"]);
  expect(closed.hiddenCount).toBe(17);
  expect(offerTags(tags, none, { text: "", isOpen: true }).shown).toHaveLength(30);
  expect(offerTags(tags, none, { text: "G 17", isOpen: false }).shown).toEqual(["tag 17"]);
});
