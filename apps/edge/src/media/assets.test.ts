import { expect, it } from "vitest";
import { rewriteStoryboard } from "./assets.ts";

it("a storyboard's sprites are replaced by their URLs, and everything else is kept", () => {
  const vtt =
    "WEBVTT\n\n00:00.000 --> 00:05.000\nsprite-0.jpg#xywh=0,0,160,90\n\n00:05.000 --> 00:10.000\nother/sprite-1.jpg\n";
  expect(rewriteStoryboard(vtt, ["v/1/sprite-0.jpg", "v/1/sprite-1.jpg"], (at) => `storyboard/${at}`)).toBe(
    "WEBVTT\n\n00:00.000 --> 00:05.000\nstoryboard/0#xywh=0,0,160,90\n\n00:05.000 --> 00:10.000\nstoryboard/1\n",
  );
});
