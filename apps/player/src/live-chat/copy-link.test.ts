import { expect, test } from "vitest";
import { linkWithStart } from "./copy-link.ts";

test.each([
  ["https://edge.example/embed/1", 90.6, "https://edge.example/embed/1?t=90"],
  ["https://edge.example/embed/1?autoplay=1&t=4#t=8", 0, "https://edge.example/embed/1?autoplay=1&t=0"],
  ["https://edge.example/embed/1?start=1:30&lang=fr", 3_725, "https://edge.example/embed/1?lang=fr&t=3725"],
])("linkAt for %s at %d s sets the start time and keeps the other options", (href, sec, wanted) => {
  expect(linkWithStart(href, sec)).toBe(wanted);
});
