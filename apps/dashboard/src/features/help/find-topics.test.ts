import { expect, test } from "vitest";
import { findTopics } from "./find-topics.ts";
import type { Section } from "./topics.ts";

const SECTIONS: Section[] = [
  {
    id: "videos",
    title: "Vidéos",
    topics: [
      { id: "share", title: "Partager", paragraphs: ["Un code iframe.", "Un lien direct."], shortcuts: [] },
      { id: "deletion", title: "Supprimer", paragraphs: ["Définitif."], shortcuts: [] },
    ],
  },
  {
    id: "keys",
    title: "Clavier",
    topics: [
      {
        id: "playerKeys",
        title: "Lecteur",
        paragraphs: [],
        shortcuts: [{ keys: ["F"], text: "Plein écran" }],
      },
    ],
  },
];
const found = (search: string) =>
  findTopics(SECTIONS, search).flatMap(({ topics }) => topics.map(({ id }) => id));

test.each([
  ["", ["share", "deletion", "playerKeys"]],
  ["  ", ["share", "deletion", "playerKeys"]],
  ["lien iframe", ["share"]],
  ["DEFINITIF", ["deletion"]],
  ["video", ["share", "deletion"]],
  ["plein ecran", ["playerKeys"]],
  ["lien définitif", []],
])("the search “%s” finds %o", (search, topics) => {
  expect(found(search)).toEqual(topics);
});
