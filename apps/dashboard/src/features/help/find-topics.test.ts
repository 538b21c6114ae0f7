import { expect, test } from "vitest";
import { findTopics } from "./find-topics.ts";
import type { HelpSection } from "./topics.ts";

const HELP_SECTIONS: HelpSection[] = [
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
const findTopicIds = (search: string) =>
  findTopics(HELP_SECTIONS, search).flatMap(({ topics }) => topics.map(({ id }) => id));

test.each([
  ["", ["share", "deletion", "playerKeys"]],
  ["  ", ["share", "deletion", "playerKeys"]],
  ["lien iframe", ["share"]],
  ["DEFINITIF", ["deletion"]],
  ["video", ["share", "deletion"]],
  ["plein ecran", ["playerKeys"]],
  ["lien définitif", []],
])("the search “%s” finds %o", (search, topics) => {
  expect(findTopicIds(search)).toEqual(topics);
});
