import { expect, test } from "vitest";
import {
  defineFeature,
  isCamera,
  type NavDeclaration,
  not,
  type ScreenDeclaration,
} from "./define-feature.ts";
import { joinFeatures } from "./join-features.ts";
import { validateFeatures } from "./validate-features.ts";

const load = async () => () => null;
const bar = (order: number, text: "videos" | "map" = "videos"): NavDeclaration => ({
  place: "bar",
  order,
  text,
});
const screen = (name: string, more: Partial<ScreenDeclaration> = {}): ScreenDeclaration => ({
  name,
  paths: [`/${name}`],
  guard: "member",
  load,
  nav: [bar(name.length)],
  ...more,
});
const feature = (name: string, ...screens: ScreenDeclaration[]) => defineFeature({ name, screens });

test("entries are sorted by place and order, and list the screens below them", () => {
  const { offers, administration, routes } = joinFeatures([
    feature(
      "maps",
      screen("map", {
        paths: ["/map", "/map/:pin"],
        nav: [bar(20, "map"), { place: "administration", order: 1, text: "edges" }],
      }),
      { name: "pin", paths: ["/pin"], guard: "member", load, under: ["map"] },
    ),
    feature("videos", screen("videos", { nav: [{ place: "account", order: 1, text: "help" }, bar(10)] })),
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
    [feature("one", screen("a")), feature("other", screen("bb", { paths: ["/a"] }))],
    'The path "/a" of the feature "other" is there already, in "one"',
  ],
  [
    "a path given twice by one",
    [feature("one", screen("a", { paths: ["/a", "/a"] }))],
    'The path "/a" of the feature "one" is there already, in "one"',
  ],
  [
    "a screen of two features",
    [feature("one", screen("a")), feature("other", screen("a", { paths: ["/b"] }))],
    'The screen "a" of the feature "other" is there already, in "one"',
  ],
  [
    "a place of two entries",
    [feature("one", screen("a"), screen("b", { nav: [bar(1, "map")] }))],
    'The screens "a" and "b" have the same order in the navigation: bar, 1',
  ],
  [
    "a text of two entries",
    [feature("one", screen("a"), screen("bb"))],
    'The screens "a" and "bb" have the same text in the navigation: bar, "videos"',
  ],
  [
    "a screen without a place in the navigation",
    [feature("one", { name: "lost", paths: ["/lost"], guard: "member", load })],
    'Navigation leads nowhere to the screen "lost": give it "nav" or "under"',
  ],
  [
    "a screen under one that navigation does not lead to",
    [feature("one", { name: "lost", paths: ["/lost"], guard: "member", load, under: ["none"] })],
    'The screen "lost" stands under "none", which navigation does not lead to',
  ],
  [
    "an entry whose address lacks something",
    [feature("one", screen("a", { paths: ["/a/:id"] }))],
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

test("entries with the same text may be for different users, and planned or bare screens need no entry", () => {
  const of = (order: number, isFor: typeof isCamera): NavDeclaration => ({
    place: "bar",
    order,
    text: "videos",
    isFor,
  });
  const features = [
    feature("one", screen("a", { nav: [of(1, isCamera)] }), screen("b", { nav: [of(2, not(isCamera))] })),
    feature("two", { name: "signIn", paths: ["/auth"], guard: "nobody", load, isBare: true }),
    feature("three", { name: "chat", paths: ["/chat"], guard: "member" }),
  ];
  expect(() => validateFeatures(features)).not.toThrow();
  expect(joinFeatures(features).offers).toHaveLength(2);
});
