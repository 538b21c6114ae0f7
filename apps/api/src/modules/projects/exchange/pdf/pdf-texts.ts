import type { Language } from "@shoal/contract";

/** Why the frame of a comment is missing. */
export type NoPicture =
  | "videoGone"
  | "inTrash"
  | "noPicture"
  | "notEncoded"
  | "notReady"
  | "undrawable"
  | "tooMany";

interface CommentsPdfTexts {
  title: string;
  version: (number: number) => string;
  made: (by: string, at: string) => string;
  timecodes: (start: string, rate: string, isDropFrame: boolean) => string;
  length: (timecode: string) => string;
  counts: { threads: string; open: string; resolved: string; replies: string; drawings: string };
  left: Record<"openOnly" | "noAnswers" | "noInternal", string>;
  leftOut: (count: number) => string;
  none: string;
  wholeVersion: string;
  to: string;
  guest: string;
  internal: string;
  edited: string;
  importedBy: (name: string) => string;
  open: string;
  resolved: (name: string, at: string) => string;
  reply: string;
  drawingOnly: string;
  attachments: (names: string) => string;
  deleted: string;
  noPicture: Record<NoPicture, string>;
  page: (page: number, of: number) => string;
}

const EN_TEXTS: CommentsPdfTexts = {
  title: "Review comments",
  version: (number) => `Version ${number}`,
  made: (by, at) => `Exported by ${by} on ${at}`,
  timecodes: (start, rate, isDropFrame) =>
    `Timecodes start at ${start}, ${rate} frames per second${isDropFrame ? ", drop frame" : ""}`,
  length: (timecode) => `Duration: ${timecode}`,
  counts: {
    threads: "Comments",
    open: "Open",
    resolved: "Resolved",
    replies: "Replies",
    drawings: "With a drawing",
  },
  left: {
    openOnly: "Open comments only.",
    noAnswers: "Without replies.",
    noInternal: "Without team-only comments.",
  },
  leftOut: (count) =>
    `${count} more ${count === 1 ? "comment is" : "comments are"} not in this file. A CSV export contains them all.`,
  none: "No comments.",
  wholeVersion: "Whole version",
  to: "to",
  guest: "guest",
  internal: "Team only",
  edited: "edited",
  importedBy: (name) => `imported by ${name}`,
  open: "Open",
  resolved: (name, at) => `Resolved by ${name}, ${at}`,
  reply: "Reply",
  drawingOnly: "[drawing]",
  attachments: (names) => `Attachments: ${names}`,
  deleted: "This comment was deleted.",
  noPicture: {
    videoGone: "No picture: the video has been deleted.",
    inTrash: "No picture: the video is in the trash.",
    noPicture: "No picture: this version has audio only.",
    notEncoded: "No picture: the video is not encoded yet.",
    notReady: "No picture yet: it was not ready in time. Export again to include it.",
    undrawable: "No picture: this frame could not be read.",
    tooMany: "No picture: a file can contain at most 200.",
  },
  page: (page, of) => `Page ${page} of ${of}`,
};

const FR_TEXTS: CommentsPdfTexts = {
  title: "Commentaires de relecture",
  version: (number) => `Version ${number}`,
  made: (by, at) => `Exporté par ${by} le ${at}`,
  timecodes: (start, rate, isDropFrame) =>
    `Les timecodes commencent à ${start}, ${rate.replace(".", ",")} images par seconde${isDropFrame ? ", drop frame" : ""}`,
  length: (timecode) => `Durée : ${timecode}`,
  counts: {
    threads: "Commentaires",
    open: "Ouverts",
    resolved: "Résolus",
    replies: "Réponses",
    drawings: "Avec un dessin",
  },
  left: {
    openOnly: "Commentaires ouverts seulement.",
    noAnswers: "Sans les réponses.",
    noInternal: "Sans les commentaires « Équipe uniquement ».",
  },
  leftOut: (count) =>
    `${count} ${count === 1 ? "autre commentaire n’est pas" : "autres commentaires ne sont pas"} dans ce fichier. Un export CSV les contient tous.`,
  none: "Aucun commentaire.",
  wholeVersion: "Toute la version",
  to: "à",
  guest: "invité",
  internal: "Équipe uniquement",
  edited: "modifié",
  importedBy: (name) => `importé par ${name}`,
  open: "Ouvert",
  resolved: (name, at) => `Résolu par ${name}, ${at}`,
  reply: "Réponse",
  drawingOnly: "[dessin]",
  attachments: (names) => `Pièces jointes : ${names}`,
  deleted: "Ce commentaire a été supprimé.",
  noPicture: {
    videoGone: "Pas d’image : la vidéo a été supprimée.",
    inTrash: "Pas d’image : la vidéo est dans la corbeille.",
    noPicture: "Pas d’image : cette version n’a que du son.",
    notEncoded: "Pas d’image : la vidéo n’est pas encore encodée.",
    notReady: "Pas encore d’image : elle n’était pas prête à temps. Pour l’inclure, relancez l’export.",
    undrawable: "Pas d’image : elle n’a pas pu être lue.",
    tooMany: "Pas d’image : un fichier peut en contenir 200 au plus.",
  },
  page: (page, of) => `Page ${page} sur ${of}`,
};

export const commentsPdfTexts = (language: Language): CommentsPdfTexts =>
  language === "FR" ? FR_TEXTS : EN_TEXTS;
