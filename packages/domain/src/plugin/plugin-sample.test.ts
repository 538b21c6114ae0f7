import { expect, it } from "vitest";
import { fillSample, readManifestUrl } from "./plugin-sample.ts";

const SAMPLE_PAGE = `<script src="https://edge.example.com/plugin/shoal.js"></script>
<script>play("your-key", "https://cdn.example.net/film.m3u8", "application/x-mpegURL", "https://edge.example.com")</script>`;

it("fillSample replaces all placeholders of known values and keeps the others", () => {
  const edgeUrl = "https://play.shop.example";
  expect(fillSample(SAMPLE_PAGE, { edgeUrl })).toBe(
    SAMPLE_PAGE.replaceAll("https://edge.example.com", "https://play.shop.example"),
  );
  const filled = fillSample(SAMPLE_PAGE, {
    edgeUrl,
    key: "k-1",
    manifestUrl: "https://cdn.shop.example/$&.mpd?a=1",
  });
  expect(filled).toBe(`<script src="https://play.shop.example/plugin/shoal.js"></script>
<script>play("k-1", "https://cdn.shop.example/$&.mpd?a=1", "application/dash+xml", "https://play.shop.example")</script>`);
});

it.each([
  [" https://cdn.example.net/a b.m3u8?sig=1#t=3", "https://cdn.example.net/a%20b.m3u8?sig=1"],
  ["http://127.0.0.1:8081/film.mpd", "http://127.0.0.1:8081/film.mpd"],
  ["https://cdn.example.net/a?b=\\", "https://cdn.example.net/a?b=%5C"],
  [
    'https://cdn.example.net/");alert(1)//</script>?x="\'`',
    "https://cdn.example.net/%22);alert(1)//%3C/script%3E?x=%22%27%60",
  ],
  ["javascript:alert(1)", undefined],
  ["film.m3u8", undefined],
  ["", undefined],
])("readManifestUrl returns %s in a form that is safe in a script: %s", (text, url) => {
  expect(readManifestUrl(text)).toBe(url);
});
