import type { AlertEnding, AlertKind } from "@shoal/contract";
import { formatMailDate, formatMailNumber, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { AlertMailShapes, AlertMailValues } from "./shapes.ts";

const LOCALE = "fr-FR";
const formatPercent = (value: number) => `${formatMailNumber(LOCALE, value)}\u00a0%`;
const formatSeconds = (value: number) => `${formatMailNumber(LOCALE, Math.round(value))}\u00a0s`;

/** The names of kinds on pages and in messages. */
export const KIND_NAMES: Record<AlertKind, string> = {
  stream_down: "Direct interrompu",
  rebuffering: "Mise en mémoire tampon",
  errors: "Erreurs de lecture",
  quota: "Limite de diffusion",
  offload_lost: "Baisse du délestage",
  unverified: "Trafic du plugin non vérifié",
  address_quota: "Trafic inhabituel d’une adresse",
};

const FIGURE_TEXTS: Record<AlertKind, (value: number) => string> = {
  stream_down: (value) => `aucun signal de l’encodeur depuis ${formatSeconds(value)}`,
  rebuffering: (value) => `${formatSeconds(value)} de mise en mémoire tampon par heure regardée`,
  errors: (value) => `${formatPercent(value)} des sessions signalent des erreurs`,
  quota: (value) => `${formatPercent(value)} de la limite du mois sont utilisés`,
  offload_lost: (value) => `${formatPercent(value)} des données viennent des pairs`,
  unverified: (value) =>
    `${formatPercent(value)} du trafic que les lecteurs du plugin ont déclaré en une heure est inhabituel pour votre compte et n’est pas facturé`,
  address_quota: (value) =>
    `une adresse a déclaré, en une heure, ${formatPercent(value)} du trafic maximal facturé par adresse`,
};

const THRESHOLD_TEXTS: Record<Exclude<AlertKind, "stream_down">, (value: number) => string> = {
  rebuffering: (value) => `Le seuil est de ${formatSeconds(value)}.`,
  errors: (value) => `Le seuil est de ${formatPercent(value)}.`,
  quota: (value) => `Le seuil est de ${formatPercent(value)}.`,
  offload_lost: (value) => `Le seuil est de ${formatPercent(value)}, d’après la part habituelle.`,
  unverified: (value) => `Le seuil est de ${formatPercent(value)}.`,
  address_quota: (value) => `Le seuil est de ${formatPercent(value)}.`,
};

const ENDING_TEXTS: Record<AlertEnding, string> = {
  recovered: "La valeur respecte son seuil depuis cinq minutes.",
  switched_off: "Les alertes de ce type ont été désactivées.",
  subject_gone: "La vidéo a été supprimée, ou le direct a été arrêté.",
};

const subjectOf = ({ title, clientName }: AlertMailValues) =>
  title === null ? clientName : `${title} (${clientName})`;
const toSentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
const SUBSCRIPTION_NOTE =
  "Vous recevez ces e-mails parce que vous les avez activés sur la page des alertes, ou parce que vous gérez le compte.";

export const fr: MailTexts<AlertMailShapes> = {
  "alert-opened": (values) => ({
    subject: `Alerte\u00a0: ${KIND_NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      `${toSentence(FIGURE_TEXTS[values.kind](values.last))} ${thresholdOf(values)}`.trim(),
      `${subjectOf(values)}, depuis le ${formatMailDate(LOCALE, values.openedAt)}.`,
    ],
    action: { label: "Voir l’alerte", url: values.url },
    notes: [SUBSCRIPTION_NOTE],
  }),
  "alert-closed": (values) => ({
    subject: `Résolue\u00a0: ${KIND_NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      ENDING_TEXTS[values.ending ?? "recovered"],
      `Maximum\u00a0: ${FIGURE_TEXTS[values.kind](values.worst)}.`,
      `${subjectOf(values)}, du ${formatMailDate(LOCALE, values.openedAt)} au ${formatMailDate(LOCALE, values.closedAt ?? values.openedAt)}.`,
    ],
    action: { label: "Voir l’alerte", url: values.url },
    notes: [SUBSCRIPTION_NOTE],
  }),
};

const thresholdOf = ({ kind, threshold }: AlertMailValues) =>
  kind === "stream_down" ? "" : THRESHOLD_TEXTS[kind](threshold);
