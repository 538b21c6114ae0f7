import type { AlertEnding, AlertKind } from "@shoal/contract";
import { formatMailDate, formatMailNumber, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { AlertMailShapes, AlertMailValues } from "./shapes.ts";

const LOCALE = "en-GB";
const formatPercent = (value: number) => `${formatMailNumber(LOCALE, value)}%`;
const formatSeconds = (value: number) => `${formatMailNumber(LOCALE, Math.round(value))} s`;

/** The names of kinds on pages and in messages. */
export const KIND_NAMES: Record<AlertKind, string> = {
  stream_down: "Stream down",
  rebuffering: "Rebuffering",
  errors: "Playback errors",
  quota: "Delivery limit",
  offload_lost: "Offload drop",
  unverified: "Unverified plugin traffic",
  address_quota: "Unusual traffic from one address",
};

const FIGURE_TEXTS: Record<AlertKind, (value: number) => string> = {
  stream_down: (value) => `no signal from the encoder for ${formatSeconds(value)}`,
  rebuffering: (value) => `viewers buffer ${formatSeconds(value)} per hour watched`,
  errors: (value) => `${formatPercent(value)} of sessions report errors`,
  quota: (value) => `${formatPercent(value)} of this month’s limit is used`,
  offload_lost: (value) => `${formatPercent(value)} of the data comes from peers`,
  unverified: (value) =>
    `${formatPercent(value)} of the traffic that plugin players reported in an hour is unusual for your account and is not billed`,
  address_quota: (value) =>
    `one address reported ${formatPercent(value)} of the maximum traffic billed per address and hour`,
};

const THRESHOLD_TEXTS: Record<Exclude<AlertKind, "stream_down">, (value: number) => string> = {
  rebuffering: (value) => `The threshold is ${formatSeconds(value)}.`,
  errors: (value) => `The threshold is ${formatPercent(value)}.`,
  quota: (value) => `The threshold is ${formatPercent(value)}.`,
  offload_lost: (value) => `The threshold is ${formatPercent(value)}, based on the usual share.`,
  unverified: (value) => `The threshold is ${formatPercent(value)}.`,
  address_quota: (value) => `The threshold is ${formatPercent(value)}.`,
};

const ENDING_TEXTS: Record<AlertEnding, string> = {
  recovered: "The value has been within its threshold for five minutes.",
  switched_off: "Alerts of this kind were turned off.",
  subject_gone: "The video was deleted, or the live was stopped.",
};

const subjectOf = ({ title, clientName }: AlertMailValues) =>
  title === null ? clientName : `${title} (${clientName})`;
const toSentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
const SUBSCRIPTION_NOTE =
  "You receive these emails because you enabled them on the alerts page, or because you manage the account.";

export const en: MailTexts<AlertMailShapes> = {
  "alert-opened": (values) => ({
    subject: `Alert: ${KIND_NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      `${toSentence(FIGURE_TEXTS[values.kind](values.last))} ${thresholdOf(values)}`.trim(),
      `${subjectOf(values)}, since ${formatMailDate(LOCALE, values.openedAt)}.`,
    ],
    action: { label: "View alert", url: values.url },
    notes: [SUBSCRIPTION_NOTE],
  }),
  "alert-closed": (values) => ({
    subject: `Resolved: ${KIND_NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      ENDING_TEXTS[values.ending ?? "recovered"],
      `Peak: ${FIGURE_TEXTS[values.kind](values.worst)}.`,
      `${subjectOf(values)}, ${formatMailDate(LOCALE, values.openedAt)} to ${formatMailDate(LOCALE, values.closedAt ?? values.openedAt)}.`,
    ],
    action: { label: "View alert", url: values.url },
    notes: [SUBSCRIPTION_NOTE],
  }),
};

const thresholdOf = ({ kind, threshold }: AlertMailValues) =>
  kind === "stream_down" ? "" : THRESHOLD_TEXTS[kind](threshold);
