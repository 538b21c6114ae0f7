import { NO_FIGURES, presentFigures } from "@shoal/domain/figures";
import { expect, test } from "vitest";
import { countOf, figureText, shortFigureText, translateFigure } from "./figures.ts";
import { directLinkOf, embedCodeOf } from "./sharing.ts";
import { formatClock, formatRemainingTime } from "./times.ts";

const VIDEO = { uuid: "u-1", title: 'Sea & "shore"', embedUrl: "https://play.example/embed/u-1" };

test("the iframe code escapes the title", () => {
  const code = embedCodeOf(VIDEO);
  expect(code).toContain('title="Sea &amp; &quot;shore&quot;"');
  expect(code).toContain('src="https://play.example/embed/u-1"');
  expect(code).toContain('allow="autoplay; fullscreen; picture-in-picture; encrypted-media"');
  // Browsers would log a warning for this attribute next to `allow`, in each viewer's console.
  expect(code).not.toContain("allowfullscreen");
});

test("the direct link has the player's origin", () => {
  expect(directLinkOf(VIDEO)).toBe("https://play.example/v/u-1");
});

test("figures are written according to the language", () => {
  const stats = presentFigures({ ...NO_FIGURES, nbView: 12_480, dataDeliveredMb: 1_540 });
  expect(figureText(stats, "nbView", "en")).toBe("12,480");
  expect(figureText(stats, "dataDelivered", "en")).toBe("1.5\u00a0GB");
  expect(figureText(stats, "dataDelivered", "fr")).toBe("1,5\u00a0Go");
  expect(figureText(stats, "rebuff", "en")).toBe("0");
  const watched = presentFigures({ ...NO_FIGURES, hourview: 1_676.9 });
  expect(figureText(watched, "hourview", "en")).toBe("1676\u00a0h 54\u00a0min");
  expect(shortFigureText(watched, "hourview", "en")).toBe("1676\u00a0h");
  expect(translateFigure("4.3Mbps", "fr")).toBe("4,3\u00a0Mbps");
  expect(translateFigure("87.5%", "fr")).toBe("87,5\u00a0%");
  expect(translateFigure("3.3s/h", "en")).toBe("3.3\u00a0s/h");
  expect(translateFigure("1.2kwh", "en")).toBe("1.2\u00a0kWh");
  // §3 defines the texts of these figures.
  expect(["0s", "0kbps", "0wh", "0g"].map((text) => translateFigure(text, "en"))).toEqual([
    "0s",
    "0kbps",
    "0wh",
    "0g",
  ]);
});

test("durations are written as on a clock", () => {
  expect([0, 9.6, 65, 3_725].map(formatClock)).toEqual(["0:00", "0:10", "1:05", "1:02:05"]);
  expect([0, 0.4, 61.2, 600].map((seconds) => formatRemainingTime(seconds, "en"))).toEqual([
    "1\u00a0s",
    "1\u00a0s",
    "1\u00a0min 1\u00a0s",
    "10\u00a0min",
  ]);
});

test.each([
  ["0,40", "fr", 1],
  ["1,5", "fr", 1],
  ["1,99", "fr", 1],
  ["2,00", "fr", 2],
  ["1\u202f200", "fr", 2],
  ["1", "en", 1],
  ["1.0", "en", 2],
  ["0.4", "en", 2],
  ["1,200", "en", 2],
])("the word next to %s (%s) has the plural form of %i", (text, language, count) => {
  expect(countOf(text, language)).toBe(count);
});
