import { expect, test } from "vitest";

/**
 * Texts that the specification quotes. They must match to the letter, including spelling errors, because integrators and support search for
 * them.
 */
const QUOTED_EN = [
  "S.LISTS",
  "Restart videos",
  "Refresh all videos",
  "The operation may take a few minutes",
  "This client account and all its data will be deleted soon.",
  "New Video(s)",
  "New Live - {{number}}",
  "New Project",
  "A live/preview is currently running",
  "Add a Tag and press Enter",
  "rtmp, rtsp or http",
  "Starting...",
  "Connecting...",
  "Stream starting...",
  "Error, stream stopped.",
  "Connexion lost.",
  "Live",
  "Invalid email format",
  "Please enter a valid IPv4 address in IP or CIDR format",
  "Please enter a valid CIDR address",
  "A project title is required",
  "A video file is required",
  "Collaborator's username is required",
  "User {{name}} not found",
  "The team {{name}} does not exist",
  "You already have a private conversation with this user",
  "No rights to modify",
  "The password has not been correctly saved",
  "Your current password is incorrect. Your password or email have not been modified.",
  "This email address is already used by another account.",
  "Error in email change.",
  "Error during thumbnail generation. Please retry later.",
  "This link has expired. Please ask your administrator to create your user again.",
  "Can not create video",
  "Can not create the Live video. Please retry later.",
  "Free-tier clients are restricted to 1TB of streaming. Please upgrade your plan or delete a video.",
  "Critical error(s)",
  "VOD, upload error",
  "Live stream, prepation error",
];
/** Quoted texts that are only a part of a sentence in the interface. */
const QUOTED_PARTS_EN = ["The name might be already taken"];
const QUOTED_FR = [
  "Format d'email invalide",
  "Vous ne pouvez pas redémarrer plusieurs lives provenant de la même webcam.",
];

type NestedTexts = string | { [key: string]: NestedTexts };
const sentencesOf = (texts: NestedTexts): string[] =>
  typeof texts === "string" ? [texts] : Object.values(texts).flatMap(sentencesOf);

const ENGLISH_SENTENCES = Object.values(
  import.meta.glob<NestedTexts>("./en/*.ts", { import: "texts", eager: true }),
).flatMap(sentencesOf);
const FRENCH_SENTENCES = Object.values(
  import.meta.glob<NestedTexts>("./fr/*.ts", { import: "texts", eager: true }),
).flatMap(sentencesOf);

test.each(QUOTED_EN)("a screen shows “%s” as quoted by the specification", (sentence) => {
  expect(ENGLISH_SENTENCES).toContain(sentence);
});

test.each(QUOTED_PARTS_EN)("a screen contains “%s” as quoted by the specification", (part) => {
  expect(ENGLISH_SENTENCES.filter((sentence) => sentence.includes(part))).not.toEqual([]);
});

test.each(QUOTED_FR)("a screen in French shows “%s” as quoted by the specification", (sentence) => {
  expect(FRENCH_SENTENCES).toContain(sentence);
});
