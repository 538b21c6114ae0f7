import { expect, test } from "vitest";
import { screenGroups } from "./screen-groups.ts";

const ENTRIES = {
  guest: "/src/guest.tsx",
  review: "/src/review.tsx",
  member: "/src/shell.tsx",
  list: "/src/list.tsx",
  map: "/src/map.tsx",
};
const MENU = "/node_modules/@mantine/core/esm/components/Menu/Menu.mjs";
const SLIDER = "/node_modules/@mantine/core/esm/components/Slider/Slider.mjs";
const DOOR = "/node_modules/@mantine/core/esm/index.mjs";

const module = (importedIds: string[], code = "", exports: string[] = []) => ({ importedIds, code, exports });
const GRAPH: Record<string, ReturnType<typeof module>> = {
  "/src/guest.tsx": module(["/src/form.ts", "/src/logo.tsx"]),
  "/src/shell.tsx": module(
    ["/src/logo.tsx", "/src/shell.module.css", "/src/bell.ts", DOOR],
    'import { Menu as Choice } from "@mantine/core";',
  ),
  "/src/list.tsx": module(
    ["/src/rows.ts", "/src/times.ts", "/src/frames.ts", "/src/cards.ts", DOOR],
    'import { Menu } from "@mantine/core";',
  ),
  "/src/map.tsx": module(
    ["/src/times.ts", "/src/frames.ts", "/src/map.module.css", DOOR],
    'import { Slider } from "@mantine/core";',
  ),
  "/src/review.tsx": module(
    ["/src/logo.tsx", "/src/bell.ts", "/src/times.ts", "/src/cards.ts", "/src/late.ts", DOOR],
    'import { Menu } from "@mantine/core";',
  ),
  "/src/form.ts": module([]),
  "/src/bell.ts": module([]),
  "/src/cards.ts": module([]),
  "/src/frames.ts": module([]),
  "/src/shell.module.css": module([]),
  "/src/map.module.css": module([]),
  "/src/logo.tsx": module([]),
  "/src/rows.ts": module([]),
  "/src/times.ts": module([]),
  "/src/late.ts": module([]),
  [DOOR]: module([MENU, SLIDER]),
  [MENU]: module([], "", ["Menu"]),
  [SLIDER]: module([], "", ["Slider"]),
};
const graph = { getModuleInfo: (id: string) => GRAPH[id] ?? null };

const groupsOf = (id: string, entries = ENTRIES) =>
  screenGroups(entries).flatMap(({ name }) => name(id, graph) ?? []);

test.each([
  ["/src/logo.tsx", ["app"]],
  ["/src/form.ts", ["guest"]],
  ["/src/shell.module.css", ["app"]],
  ["/src/map.module.css", ["map"]],
  [MENU, ["member-review"]],
  ["/src/bell.ts", ["member-review"]],
  ["/src/frames.ts", ["screens"]],
  ["/src/times.ts", ["screens-review"]],
  ["/src/cards.ts", ["list-review"]],
  ["/src/rows.ts", ["list"]],
  [SLIDER, ["map"]],
  ["/src/late.ts", []],
  ["/src/list.tsx", []],
])("%s goes to %j", (id, groups) => {
  expect(groupsOf(id)).toEqual(groups);
});

test("a first screen that is no part of the build is an error", () => {
  expect(() => groupsOf("/src/logo.tsx", { ...ENTRIES, map: "/src/gone.tsx" })).toThrow("/src/gone.tsx");
});
