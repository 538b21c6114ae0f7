import type { SceneListView } from "@shoal/contract";
import { expect, it } from "vitest";
import { bodyOf, draftOf, isSameDraft, moveToGap, sceneFaultsOf, sceneOfVideo, totalSecOf } from "./draft.ts";

const createScene = (uuid: string) =>
  sceneOfVideo({ uuid, title: uuid, duration: 20, manifest: { thumbnail: null, hls: null, dash: null } });
const SCENES = ["a", "b", "c"].map(createScene);

it.each([
  [0, 3, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [1, 2, "abc"],
  [0, 2, "bac"],
])("moves scene %i to gap %i", (from, gap, order) => {
  expect(
    moveToGap(SCENES, from, gap)
      .map(({ video }) => video)
      .join(""),
  ).toBe(order);
});

it("sends the chosen values, and a password only when one was typed", () => {
  const draft = { ...draftOf(undefined, true), title: "Coast", scenes: [{ ...createScene("a"), name: " " }] };
  expect(bodyOf({ ...draft, isPassword: true })).toEqual({
    title: "Coast",
    description: "",
    autoplay: true,
    isPassword: true,
    scenes: [{ video: "a", in: 0, out: 20, mode: "accurate" }],
  });
  expect(bodyOf({ ...draft, isPassword: true, password: "Sesame" })).toMatchObject({ password: "Sesame" });
  expect(
    isSameDraft(draft, { ...draft, scenes: draft.scenes.map((scene) => ({ ...scene, key: "x" })) }),
  ).toBe(true);
});

it("adds the duration of saved scenes and the selection of others", () => {
  const saved = {
    scenes: [{ ...createScene("a"), mode: "accurate", duration: 21 }],
  } as unknown as SceneListView;
  expect(totalSecOf([createScene("a"), { ...createScene("b"), in: 5 }], saved)).toBe(36);
});

it("finds the scenes that the server rejected, with their first faulty field", () => {
  const faults = sceneFaultsOf([
    { path: "scenes.2.in", reason: "x" },
    { path: "scenes.2.out", reason: "x" },
    { path: "title", reason: "x" },
  ]);
  expect([...faults]).toEqual([[2, "in"]]);
});
