import { expect, test } from "vitest";
import { screenGroups, textGroups } from "./screen-groups.ts";

const ENTRY_PATHS = {
  page: "/src/main.tsx",
  guest: "/src/guest.tsx",
  review: "/src/review.tsx",
  member: "/src/shell.tsx",
  screens: {
    videos: { list: "/src/list.tsx", video: "/src/video.tsx" },
    figures: { map: "/src/map.tsx", ranks: "/src/ranks.tsx" },
    talk: { chat: "/src/chat.tsx" },
  },
};
const MENU_PATH = "/node_modules/@mantine/core/esm/components/Menu/Menu.mjs";
const SLIDER_PATH = "/node_modules/@mantine/core/esm/components/Slider/Slider.mjs";
const PACKAGE_ENTRY = "/node_modules/@mantine/core/esm/index.mjs";

const moduleWith = (importedIds: string[], code = "", exports: string[] = []) => ({
  importedIds,
  code,
  exports,
});
const createImportStatement = (names: string) => `import { ${names} } from "@mantine/core";`;
const MODULES_BY_ID: Record<string, ReturnType<typeof moduleWith>> = {
  "/src/main.tsx": moduleWith(["/src/theme.ts"]),
  "/src/guest.tsx": moduleWith(["/src/theme.ts", "/src/sign-in.ts", "/src/logo.tsx", "/src/form.ts"]),
  "/src/shell.tsx": moduleWith(
    ["/src/logo.tsx", "/src/shell.module.css", "/src/bell.ts", PACKAGE_ENTRY],
    createImportStatement("Menu as Choice"),
  ),
  "/src/list.tsx": moduleWith(
    [
      "/src/rows.ts",
      "/src/badges.ts",
      "/src/frames.ts",
      "/src/cards.ts",
      "/src/list.module.css",
      PACKAGE_ENTRY,
    ],
    createImportStatement("Menu"),
  ),
  "/src/video.tsx": moduleWith(["/src/badges.ts"]),
  "/src/map.tsx": moduleWith(
    ["/src/frames.ts", "/src/periods.ts", "/src/marks.ts", "/src/map.module.css", PACKAGE_ENTRY],
    createImportStatement("Slider"),
  ),
  "/src/ranks.tsx": moduleWith(["/src/periods.ts"]),
  "/src/chat.tsx": moduleWith(["/src/form.ts", "/src/words.ts"]),
  "/src/review.tsx": moduleWith(
    [
      "/src/logo.tsx",
      "/src/bell.ts",
      "/src/cards.ts",
      "/src/marks.ts",
      "/src/late.ts",
      "/src/words.ts",
      PACKAGE_ENTRY,
    ],
    createImportStatement("Menu"),
  ),
  ...Object.fromEntries(
    [
      "theme.ts",
      "sign-in.ts",
      "logo.tsx",
      "form.ts",
      "shell.module.css",
      "bell.ts",
      "rows.ts",
      "badges.ts",
      "frames.ts",
      "cards.ts",
      "list.module.css",
      "periods.ts",
      "marks.ts",
      "map.module.css",
      "words.ts",
      "late.ts",
    ].map((name) => [`/src/${name}`, moduleWith([])]),
  ),
  [PACKAGE_ENTRY]: moduleWith([MENU_PATH, SLIDER_PATH]),
  [MENU_PATH]: moduleWith([], "", ["Menu"]),
  [SLIDER_PATH]: moduleWith([], "", ["Slider"]),
};
const moduleGraph = { getModuleInfo: (id: string) => MODULES_BY_ID[id] ?? null };

const buildGroups = (id: string, entries = ENTRY_PATHS) =>
  screenGroups(entries).flatMap(({ name }) => name(id, moduleGraph) ?? []);

test.each([
  ["of every page", "/src/theme.ts", ["app"]],
  ["of visitors and members", "/src/logo.tsx", ["app"]],
  ["of visitors", "/src/sign-in.ts", ["guest"]],
  ["of visitors and a screen that is seen less", "/src/form.ts", ["guest-later"]],
  ["a style around every screen", "/src/shell.module.css", ["app"]],
  ["a style of a screen seen most", "/src/list.module.css", ["app"]],
  ["a style of another screen", "/src/map.module.css", ["figures"]],
  ["around every screen, behind a package entry", MENU_PATH, ["member-review"]],
  ["around every screen, of a review too", "/src/bell.ts", ["member-review"]],
  ["a screen seen most itself", "/src/list.tsx", ["list"]],
  ["of a screen seen most", "/src/rows.ts", ["list"]],
  ["of a screen seen most and a review", "/src/cards.ts", ["member-review"]],
  ["of two screens of a kind", "/src/badges.ts", ["videos"]],
  ["of two screens of another kind", "/src/periods.ts", ["figures"]],
  ["of screens of two kinds", "/src/frames.ts", ["member"]],
  ["of a screen seen less, behind a package entry", SLIDER_PATH, ["map"]],
  ["of a screen seen less and a review", "/src/marks.ts", ["figures-review"]],
  ["of the only screen of its kind and a review", "/src/words.ts", ["talk-review"]],
  ["of a review alone", "/src/late.ts", []],
])("%s: %s goes to %j", (_, id, groups) => {
  expect(buildGroups(id)).toEqual(groups);
});

test("grouping throws if a first screen is not part of the build", () => {
  expect(() => buildGroups("/src/logo.tsx", { ...ENTRY_PATHS, guest: "/src/gone.tsx" })).toThrow(
    "/src/gone.tsx",
  );
});

test("texts are put into one file per language and first screen that uses them", () => {
  const [texts] = textGroups(
    { first: ["shell", "auth"], list: ["videos", "auth"], video: ["videos", "video"] },
    "/src/i18n/",
  );
  const fileOf = (area: string, language = "en") => texts?.name(`/src/i18n/${language}/${area}.ts`);
  expect(["shell", "auth", "videos", "video", "map"].map((area) => fileOf(area))).toEqual([
    "first-en",
    "first-en",
    "list-en",
    "video-en",
    null,
  ]);
  expect(fileOf("videos", "fr")).toBe("list-fr");
  expect(texts?.name("/src/features/videos/video.ts")).toBeNull();
});
