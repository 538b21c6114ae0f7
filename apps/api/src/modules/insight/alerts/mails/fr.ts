import type { AlertEnding, AlertKind } from "@shoal/contract";
import { type MailTexts, writeDate, writeNumber } from "../../../../platform/mail/define-mails.ts";
import type { AlertMailShapes, AlertMailValues } from "./shapes.ts";

const LOCALE = "fr-FR";
const percent = (value: number) => `${writeNumber(LOCALE, value)}\u00a0%`;
const seconds = (value: number) => `${writeNumber(LOCALE, Math.round(value))}\u00a0s`;

/** The names of kinds on pages and in messages. */
export const NAMES: Record<AlertKind, string> = {
  stream_down: "Direct interrompu",
  rebuffering: "Mise en mémoire tampon",
  errors: "Erreurs de lecture",
  quota: "Limite de diffusion",
  offload_lost: "Baisse du délestage",
  unverified: "Trafic du plugin non vérifié",
  address_quota: "Trafic inhabituel d’une adresse",
};

const FIGURES: Record<AlertKind, (value: number) => string> = {
  stream_down: (value) => `aucun signal de l’encodeur depuis ${seconds(value)}`,
  rebuffering: (value) => `${seconds(value)} de mise en mémoire tampon par heure regardée`,
  errors: (value) => `${percent(value)} des sessions signalent des erreurs`,
  quota: (value) => `${percent(value)} de la limite du mois sont utilisés`,
  offload_lost: (value) => `${percent(value)} des données viennent des pairs`,
  unverified: (value) =>
    `${percent(value)} du trafic que les lecteurs du plugin ont déclaré en une heure est inhabituel pour votre compte et n’est pas facturé`,
  address_quota: (value) =>
    `une adresse a déclaré, en une heure, ${percent(value)} du trafic maximal facturé par adresse`,
};

const THRESHOLDS: Record<Exclude<AlertKind, "stream_down">, (value: number) => string> = {
  rebuffering: (value) => `Le seuil est de ${seconds(value)}.`,
  errors: (value) => `Le seuil est de ${percent(value)}.`,
  quota: (value) => `Le seuil est de ${percent(value)}.`,
  offload_lost: (value) => `Le seuil est de ${percent(value)}, d’après la part habituelle.`,
  unverified: (value) => `Le seuil est de ${percent(value)}.`,
  address_quota: (value) => `Le seuil est de ${percent(value)}.`,
};

const ENDINGS: Record<AlertEnding, string> = {
  recovered: "La valeur respecte son seuil depuis cinq minutes.",
  switched_off: "Les alertes de ce type ont été désactivées.",
  subject_gone: "La vidéo a été supprimée, ou le direct a été arrêté.",
};

const subjectOf = ({ title, clientName }: AlertMailValues) =>
  title === null ? clientName : `${title} (${clientName})`;
const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
const NOTE =
  "Vous recevez ces e-mails parce que vous les avez activés sur la page des alertes, ou parce que vous gérez le compte.";

export const fr: MailTexts<AlertMailShapes> = {
  "alert-opened": (values) => ({
    subject: `Alerte\u00a0: ${NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      `${sentence(FIGURES[values.kind](values.last))} ${thresholdOf(values)}`.trim(),
      `${subjectOf(values)}, depuis le ${writeDate(LOCALE, values.openedAt)}.`,
    ],
    action: { label: "Voir l’alerte", url: values.url },
    notes: [NOTE],
  }),
  "alert-closed": (values) => ({
    subject: `Résolue\u00a0: ${NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      ENDINGS[values.ending ?? "recovered"],
      `Maximum\u00a0: ${FIGURES[values.kind](values.worst)}.`,
      `${subjectOf(values)}, du ${writeDate(LOCALE, values.openedAt)} au ${writeDate(LOCALE, values.closedAt ?? values.openedAt)}.`,
    ],
    action: { label: "Voir l’alerte", url: values.url },
    notes: [NOTE],
  }),
};

const thresholdOf = ({ kind, threshold }: AlertMailValues) =>
  kind === "stream_down" ? "" : THRESHOLDS[kind](threshold);
