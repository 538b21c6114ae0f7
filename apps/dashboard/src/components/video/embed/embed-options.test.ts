import { expect, test } from "vitest";
import { DEFAULT_EMBED_OPTIONS, directLinkWith, embedCodeWith } from "./embed-options.ts";

const VIDEO = { uuid: "u-1", title: 'Sea "trial"', embedUrl: "https://e.example/embed/u-1" };

test("an embed without options contains no parameters and fills its container", () => {
  const code = embedCodeWith(VIDEO, DEFAULT_EMBED_OPTIONS);
  expect(code).toContain('src="https://e.example/embed/u-1"');
  expect(code).toContain('title="Sea &quot;trial&quot;"');
  expect(code).toContain("width:100%;aspect-ratio:16/9");
  expect(directLinkWith(VIDEO, DEFAULT_EMBED_OPTIONS)).toBe("https://e.example/v/u-1");
});

test("the iframe code and the direct link contain the options", () => {
  const options = { ...DEFAULT_EMBED_OPTIONS, autoplay: true, muted: true, startSec: 12.5, hasTitle: false };
  expect(embedCodeWith(VIDEO, options)).toContain("?autoplay=1&amp;muted=1&amp;start=12.5&amp;title=0");
  expect(directLinkWith(VIDEO, options)).toBe(
    "https://e.example/v/u-1?autoplay=1&muted=1&start=12.5&title=0",
  );
});

test("the iframe code contains a fixed size", () => {
  const code = embedCodeWith(VIDEO, { ...DEFAULT_EMBED_OPTIONS, size: { width: 640, height: 360 } });
  expect(code).toContain('style="width:640px;height:360px;border:0"');
});

test("the direct link contains a disabled autoplay", () => {
  expect(directLinkWith(VIDEO, { ...DEFAULT_EMBED_OPTIONS, autoplay: false })).toBe(
    "https://e.example/v/u-1?autoplay=0",
  );
});
