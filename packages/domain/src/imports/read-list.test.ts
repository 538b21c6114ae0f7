import { describe, expect, test } from "vitest";
import { eachListedItem, ListUnreadable, listFormatOf } from "./read-list.ts";

const readItems = (text: string, format: "csv" | "json" = "csv") => [...eachListedItem(text, format)];

describe("CSV", () => {
  test("reads every field of a line into a field of the video", () => {
    const text = [
      "\uFEFFURL;Title;Description;Tags;Captions;Chapters;Owner",
      'https://a.example/one.mp4;One;"Two\nlines";sea|harbour;fr=https://a.example/fr.vtt|pt-br=https://a.example/pt.srt?x=1;0:00=Start|1:05=The harbour;me',
      "https://a.example/two%20b.mp4;;;;;;",
    ].join("\n");
    const [one, two] = readItems(text);
    expect(one).toMatchObject({
      line: 2,
      faults: [],
      ignored: ["owner"],
      item: {
        url: "https://a.example/one.mp4",
        title: "One",
        description: "Two\nlines",
        tags: ["sea", "harbour"],
        captions: [
          { language: "fr", url: "https://a.example/fr.vtt", kind: "subtitles" },
          { language: "pt-BR", url: "https://a.example/pt.srt?x=1" },
        ],
        chapters: [
          { start: 0, title: "Start" },
          { start: 65, title: "The harbour" },
        ],
      },
    });
    expect(two).toMatchObject({
      line: 4,
      title: "two b.mp4",
      item: { tags: [], captions: [], chapters: [] },
    });
  });

  test("a broken line reports its fields and does not affect other lines", () => {
    const text =
      "url,title,captions,chapters\nftp://a.example/x,A,,\n,B,,\nhttps://a.example/y.mp4,C,xx1=no,x=Start\nhttps://a.example/z.mp4,D,,";
    expect(readItems(text).map(({ line, faults }) => [line, faults.map(({ path }) => path)])).toEqual([
      [2, ["url"]],
      [3, ["url"]],
      [4, ["captions.0.url", "captions.0.language", "chapters.0.start"]],
      [5, []],
    ]);
    expect(readItems(text)[1]?.faults).toEqual([{ path: "url", reason: "is missing" }]);
  });

  test("a line with more fields than the header is broken, and an unclosed quote only affects its own line", () => {
    expect(readItems("url,title\nhttps://a.example/x,A,B").at(0)?.faults).toEqual([
      { path: "line", reason: "has more fields than the header" },
    ]);
    const [first, second] = readItems('url,title\nhttps://a.example/x,"A\nhttps://a.example/y,B');
    expect([first?.title, second?.title]).toEqual(['"A', "B"]);
  });

  test("a file that is not a list fails as a whole", () => {
    expect(() => readItems("")).toThrow(ListUnreadable);
    expect(() => readItems("title\nOne")).toThrow("no_url_column");
  });
});

describe("JSON", () => {
  const FILMS =
    '[{"url":"https://a.example/1.mp4","tags":["a"]},\n {"url": broken},\n 7,\n{"url":"https://a.example/2.mp4","title":"]}\\"","year":1999}]';
  test("reads array items one by one, and a broken item does not affect others", () => {
    expect(readItems(FILMS, "json").map(({ line, title, faults }) => [line, title, faults.length])).toEqual([
      [1, "1.mp4", 0],
      [2, "", 1],
      [3, "", 1],
      [4, ']}"', 0],
    ]);
    expect(readItems(FILMS, "json").at(-1)?.ignored).toEqual(["year"]);
  });

  test("reads lines one by one, and a broken line does not affect others", () => {
    const lines =
      '{"url":"https://a.example/1.mp4"}\n{"url":"https://a.example/2.mp4\n{"url":"https://a.example/3.mp4"}\n';
    const titles = readItems(lines, "json")
      .filter(({ item }) => item)
      .map(({ title }) => title);
    expect(titles).toContain("1.mp4");
    expect(readItems(lines, "json").some(({ faults }) => faults.length > 0)).toBe(true);
  });

  test("a text that is neither an array nor lines fails as a whole", () => {
    expect(() => readItems("url,title", "json")).toThrow("not_a_list");
  });
});

test("a list of 100,000 lines is read, with the faults of the broken 1 %", () => {
  const line = (n: number) =>
    n % 100 === 7 ? `nowhere-${n},Broken` : `https://a.example/${n}.mp4,"Film ${n}"`;
  const lines = Array.from({ length: 100_000 }, (_, n) => line(n));
  const items = readItems(`url,title\n${lines.join("\n")}`);
  expect(items).toHaveLength(100_000);
  const broken = items.filter(({ faults }) => faults.length > 0);
  expect(broken).toHaveLength(1_000);
  expect(broken[0]).toMatchObject({ line: 9, title: "Broken", url: "nowhere-7" });
});

test("unclosed quotes do not slow down reading", () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `"x${n % 2 ? '""' : ""},y`);
  const startedMs = performance.now();
  readItems(`url,title\n${lines.join("\n")}`);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("listFormatOf detects the format from the file name", () => {
  expect([
    listFormatOf("a.NDJSON"),
    listFormatOf("a.json"),
    listFormatOf("a.csv"),
    listFormatOf("a"),
  ]).toEqual(["json", "json", "csv", "csv"]);
});
