import { SHOAL_ERRORS } from "@shoal/sdk/plugin-errors";
import { expect, test } from "vitest";
import { splitAtMatches } from "../../lib/search-words.ts";
import { type Block, type Page, parseInline, searchTextOf } from "./blocks.ts";
import { findPageAddress, neighboursOf, PAGE_ADDRESSES, pathOf } from "./contents.ts";
import { searchPages } from "./search-pages.ts";
import { SNIPPETS } from "./snippets.ts";

const LANGUAGES = ["en", "fr"] as const;
const loadDocPage = async (language: string, id: string): Promise<Page> =>
  ((await import(`./pages/${language}/${id}.ts`)) as { page: Page }).page;
/** URLs that pages link to, in addition to pages of the documentation. */
const LINKED_SCREENS = ["/debug", "/config", "/config?tab=tokens"];
const PAGE_IDS = PAGE_ADDRESSES.map(({ page }) => page);

/** Returns the parts of a block that must be the same in every language. */
function shapeOf(block: Block): unknown[] {
  switch (block.kind) {
    case "heading":
      return ["heading", block.id];
    case "list":
      return ["list", block.items.length, block.isOrdered];
    case "table":
      return ["table", block.head.length, ...block.rows.map((row) => row.length)];
    case "code":
      return ["code", block.snippet];
    case "figure":
      return ["figure", block.name];
    case "example":
      return ["example", block.file];
    case "sample":
      return ["sample", block.file];
    default:
      return [block.kind];
  }
}

const textsOf = (block: Block): readonly string[] => {
  if (block.kind === "list") return block.items;
  if (block.kind === "table") return block.rows.flat();
  return "text" in block ? [block.text] : [];
};
const codeMarksOf = (page: Page, kind: "code" | "link") =>
  page
    .flatMap(textsOf)
    .flatMap(parseInline)
    .filter((part) => part.kind === kind);

test.each(PAGE_IDS)("%s has the same structure and code in both languages", async (id) => {
  const [english, french] = [await loadDocPage("en", id), await loadDocPage("fr", id)];
  expect(french.map(shapeOf)).toEqual(english.map(shapeOf));
  const codesOf = (page: Page) =>
    codeMarksOf(page, "code")
      .map(({ text }) => text)
      .sort();
  expect(codesOf(french)).toEqual(codesOf(english));
  // Translations must differ only in their words, not in the code between the words.
  const wordsOf = (page: Page) =>
    page.map((block) =>
      textsOf(block)
        .join()
        .replace(/`[^`]*`/g, ""),
    );
  const inFrench = wordsOf(french);
  const same = wordsOf(english).filter((words, at) => words.length > 30 && words === inFrench[at]);
  expect(same).toEqual([]);
});

test.each(LANGUAGES)("every link of the pages in %s has a target", async (language) => {
  for (const id of PAGE_IDS)
    for (const link of codeMarksOf(await loadDocPage(language, id), "link")) {
      const [, main, sub] = /^\/doc\/([\w-]+)\/([\w-]+)$/.exec("to" in link ? link.to : "") ?? [];
      const isScreen = "to" in link && LINKED_SCREENS.includes(link.to);
      // External pages cannot be checked in this test.
      const isOthers = "to" in link && URL.parse(link.to)?.protocol === "https:";
      expect(isOthers || isScreen || findPageAddress(main ?? "", sub) !== undefined).toBe(true);
    }
});

test("the contents list every page", () => {
  const files = Object.keys(import.meta.glob("./pages/*/*.ts"));
  const named = LANGUAGES.flatMap((language) => PAGE_IDS.map((id) => `./pages/${language}/${id}.ts`));
  expect(files.sort()).toEqual(named.sort());
});

test("every snippet is used on a page", async () => {
  const pages = await Promise.all(PAGE_IDS.map((id) => loadDocPage("en", id)));
  const shown = new Set(pages.flat().flatMap((block) => (block.kind === "code" ? [block.snippet] : [])));
  expect([...shown].sort()).toEqual(Object.keys(SNIPPETS).sort());
});

test.each(LANGUAGES)("every error of the plugin has a cause and a remedy in %s", async (language) => {
  const table = (await loadDocPage(language, "errors")).find(({ kind }) => kind === "table");
  const rows = table?.kind === "table" ? table.rows : [];
  expect(rows.map(([type]) => type)).toEqual(SHOAL_ERRORS.map((type) => `\`${type}\``));
  for (const row of rows) for (const cell of row) expect(cell.length).toBeGreaterThan(5);
});

test.each([
  [undefined, undefined, "/doc/start/first-steps"],
  ["players", undefined, "/doc/players/hls-js"],
  ["players", "shaka", "/doc/players/shaka"],
  ["players", "errors", undefined],
  ["nowhere", undefined, undefined],
])("the URL parts %s and %s lead to %s", (main, sub, path) => {
  const place = findPageAddress(main, sub);
  expect(place && pathOf(place)).toBe(path);
});

test("the next and previous pages follow the order of the contents", () => {
  expect(PAGE_ADDRESSES.map((place) => neighboursOf(place).after).slice(0, -1)).toEqual(
    PAGE_ADDRESSES.slice(1),
  );
  expect(PAGE_ADDRESSES.map((place) => neighboursOf(place).before).slice(1)).toEqual(
    PAGE_ADDRESSES.slice(0, -1),
  );
});

test("a text is split into words, code and links", () => {
  expect(parseInline("See `key` in [Errors](/doc/reference/errors).")).toEqual([
    { kind: "plain", text: "See " },
    { kind: "code", text: "key" },
    { kind: "plain", text: " in " },
    { kind: "link", text: "Errors", to: "/doc/reference/errors" },
    { kind: "plain", text: "." },
  ]);
  expect(searchTextOf({ kind: "note", text: "See `key` in [Errors](/doc/x)." })).toBe("See key in Errors.");
});

const searchIn = async (language: string, words: string) => {
  const pages = PAGE_ADDRESSES.map(async (place) => ({
    ...place,
    title: place.page === "csp" ? "Content security policy" : place.page,
    blocks: await loadDocPage(language, place.page),
  }));
  return searchPages(await Promise.all(pages), words);
};

test.each([
  ["en", "onmetrics every second", "metrics"],
  ["en", "WIDEVINE licence dash.js", "dash-js"],
  ["fr", "marque-page", "visualization"],
  ["fr", "REGLE site web autorise", "errors"],
])("searching in %s for “%s” finds %s", async (language, words, page) => {
  const hits = await searchIn(language, words);
  const hit = hits.find((each) => each.page === page);
  expect(hit).toBeDefined();
  expect(splitAtMatches(hit?.excerpt ?? "", words).some(({ isFound }) => isFound)).toBe(true);
});

test("pages with a matching title come first, and an empty or unknown search finds nothing", async () => {
  expect((await searchIn("en", "policy"))[0]?.page).toBe("csp");
  expect(await searchIn("en", "  ")).toEqual([]);
  expect(await searchIn("en", "hippopotamus")).toEqual([]);
});
