import { expect, test } from "vitest";
import { markText } from "./texts.ts";

test.each([
  ["Preview. Viewers see: the video", { refusal: null, refusalOnAllowedPage: null }],
  ["Preview. Viewers see: blocked (password)", { refusal: "password", refusalOnAllowedPage: "password" }],
  [
    "Preview. Viewers see: blocked (website) · on an allowed page: the video",
    { refusal: "website", refusalOnAllowedPage: null },
  ],
] as const)("markText returns: %s", (text, preview) => {
  expect(markText(preview, "en")).toBe(text);
});

test("the preview mark is in the viewer's language", () => {
  expect(markText({ refusal: "website", refusalOnAllowedPage: "website" }, "fr")).toBe(
    "Aperçu. Les spectateurs voient\u00a0: bloqué (site web)",
  );
});
