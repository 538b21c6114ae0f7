import { expect, test } from "vitest";
import {
  defineFeature,
  isCamera,
  isNot,
  type NavDeclaration,
  type ScreenDeclaration,
} from "./define-feature.ts";
import { joinFeatures } from "./join-features.ts";
import { validateFeatures } from "./validate-features.ts";

const loadPage = async () => () => null;
const barEntry = (order: number, text: "videos" | "map" = "videos"): NavDeclaration => ({
  place: "bar",
  order,
  text,
});
const screenDeclaration = (
  name: string,
  more: Partial<Pick<ScreenDeclaration, "paths" | "nav">> = {},
): ScreenDeclaration => ({
  name,
  paths: [`/${name}`],
  guard: "member",
  load: loadPage,
  nav: [barEntry(name.length)],
  ...more,
});
const feature = (name: string, ...screens: ScreenDeclaration[]) => defineFeature({ name, screens });

test("entries are sorted by place and order, and list the screens below them", () => {
  const { offers, administration, routes } = joinFeatures([
    feature(
      "maps",
      screenDeclaration("map", {
        paths: ["/map", "/map/:pin"],
        nav: [barEntry(20, "map"), { place: "administration", order: 1, text: "edges" }],
      }),
      { name: "pin", paths: ["/pin"], guard: "member", load: loadPage, under: ["map"] },
    ),
    feature(
      "videos",
      screenDeclaration("videos", { nav: [{ place: "account", order: 1, text: "help" }, barEntry(10)] }),
    ),
  ]);
  expect(offers.map(({ to, place, holds }) => [to, place, holds])).toEqual([
    ["/videos", "bar", []],
    ["/map", "bar", ["pin"]],
    ["/videos", "account", []],
  ]);
  expect(administration).toEqual([{ screen: "map", to: "/map", text: "edges" }]);
  expect(routes.map(({ path }) => path)).toEqual(["/map", "/map/:pin", "/pin", "/videos"]);
});

test.each<[string, ReturnType<typeof feature>[], string]>([
  [
    "a path of two features",
    [feature("one", screenDeclaration("a")), feature("other", screenDeclaration("bb", { paths: ["/a"] }))],
    'The path "/a" of the feature "other" is there already, in "one"',
  ],
  [
    "a path given twice by one",
    [feature("one", screenDeclaration("a", { paths: ["/a", "/a"] }))],
    'The path "/a" of the feature "one" is there already, in "one"',
  ],
  [
    "a screen of two features",
    [feature("one", screenDeclaration("a")), feature("other", screenDeclaration("a", { paths: ["/b"] }))],
    'The screen "a" of the feature "other" is there already, in "one"',
  ],
  [
    "a place of two entries",
    [feature("one", screenDeclaration("a"), screenDeclaration("b", { nav: [barEntry(1, "map")] }))],
    'The screens "a" and "b" have the same order in the navigation: bar, 1',
  ],
  [
    "a text of two entries",
    [feature("one", screenDeclaration("a"), screenDeclaration("bb"))],
    'The screens "a" and "bb" have the same text in the navigation: bar, "videos"',
  ],
  [
    "a screen without a place in the navigation",
    [feature("one", { name: "lost", paths: ["/lost"], guard: "member", load: loadPage })],
    'Navigation leads nowhere to the screen "lost": give it "nav" or "under"',
  ],
  [
    "a screen under one that navigation does not lead to",
    [feature("one", { name: "lost", paths: ["/lost"], guard: "member", load: loadPage, under: ["none"] })],
    'The screen "lost" stands under "none", which navigation does not lead to',
  ],
  [
    "an entry whose address lacks something",
    [feature("one", screenDeclaration("a", { paths: ["/a/:id"] }))],
    'Navigation cannot lead to the screen "a": its first path is /a/:id',
  ],
  [
    "a window of two features",
    ["one", "other"].map((name) =>
      defineFeature({ name, screens: [], windows: [{ kind: "newLive", load: () => Promise.reject() }] }),
    ),
    'The window "newLive" of the feature "other" is there already, in "one"',
  ],
  [
    "a command of two features",
    ["one", "other"].map((name) =>
      defineFeature({
        name,
        screens: [],
        commands: [{ text: "invite", order: 1, icon: "plus", guard: "member", opens: { path: "/" } }],
      }),
    ),
    'The command "invite" of the feature "other" is there already, in "one"',
  ],
])("validateFeatures rejects %s", (_, features, sentence) => {
  expect(() => validateFeatures(features)).toThrow(new Error(sentence));
});

test("entries with the same text may be for different users, and bare screens need no entry", () => {
  const of = (order: number, isFor: typeof isCamera): NavDeclaration => ({
    place: "bar",
    order,
    text: "videos",
    isFor,
  });
  const features = [
    feature(
      "one",
      screenDeclaration("a", { nav: [of(1, isCamera)] }),
      screenDeclaration("b", { nav: [of(2, isNot(isCamera))] }),
    ),
    feature("two", { name: "signIn", paths: ["/auth"], guard: "nobody", load: loadPage, isBare: true }),
  ];
  expect(() => validateFeatures(features)).not.toThrow();
  expect(joinFeatures(features).offers).toHaveLength(2);
});
