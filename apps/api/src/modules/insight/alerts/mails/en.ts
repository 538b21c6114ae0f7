import type { AlertEnding, AlertKind } from "@shoal/contract";
import { type MailTexts, writeDate, writeNumber } from "../../../../platform/mail/define-mails.ts";
import type { AlertMailShapes, AlertMailValues } from "./shapes.ts";

const LOCALE = "en-GB";
const percent = (value: number) => `${writeNumber(LOCALE, value)}%`;
const seconds = (value: number) => `${writeNumber(LOCALE, Math.round(value))} s`;

/** The names of kinds on pages and in messages. */
export const NAMES: Record<AlertKind, string> = {
  stream_down: "Stream down",
  rebuffering: "Rebuffering",
  errors: "Playback errors",
  quota: "Delivery limit",
  offload_lost: "Offload drop",
  unverified: "Unverified plugin traffic",
  address_quota: "Unusual traffic from one address",
};

const FIGURES: Record<AlertKind, (value: number) => string> = {
  stream_down: (value) => `no signal from the encoder for ${seconds(value)}`,
  rebuffering: (value) => `viewers buffer ${seconds(value)} per hour watched`,
  errors: (value) => `${percent(value)} of sessions report errors`,
  quota: (value) => `${percent(value)} of this month’s limit is used`,
  offload_lost: (value) => `${percent(value)} of the data comes from peers`,
  unverified: (value) =>
    `${percent(value)} of the traffic that plugin players reported in an hour is unusual for your account and is not billed`,
  address_quota: (value) =>
    `one address reported ${percent(value)} of the maximum traffic billed per address and hour`,
};

const THRESHOLDS: Record<Exclude<AlertKind, "stream_down">, (value: number) => string> = {
  rebuffering: (value) => `The threshold is ${seconds(value)}.`,
  errors: (value) => `The threshold is ${percent(value)}.`,
  quota: (value) => `The threshold is ${percent(value)}.`,
  offload_lost: (value) => `The threshold is ${percent(value)}, based on the usual share.`,
  unverified: (value) => `The threshold is ${percent(value)}.`,
  address_quota: (value) => `The threshold is ${percent(value)}.`,
};

const ENDINGS: Record<AlertEnding, string> = {
  recovered: "The value has been within its threshold for five minutes.",
  switched_off: "Alerts of this kind were turned off.",
  subject_gone: "The video was deleted, or the live was stopped.",
};

const subjectOf = ({ title, clientName }: AlertMailValues) =>
  title === null ? clientName : `${title} (${clientName})`;
const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
const NOTE =
  "You receive these emails because you enabled them on the alerts page, or because you manage the account.";

export const en: MailTexts<AlertMailShapes> = {
  "alert-opened": (values) => ({
    subject: `Alert: ${NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      `${sentence(FIGURES[values.kind](values.last))} ${thresholdOf(values)}`.trim(),
      `${subjectOf(values)}, since ${writeDate(LOCALE, values.openedAt)}.`,
    ],
    action: { label: "View the alert", url: values.url },
    notes: [NOTE],
  }),
  "alert-closed": (values) => ({
    subject: `Resolved: ${NAMES[values.kind]} – ${subjectOf(values)}`,
    paragraphs: [
      ENDINGS[values.ending ?? "recovered"],
      `Peak: ${FIGURES[values.kind](values.worst)}.`,
      `${subjectOf(values)}, ${writeDate(LOCALE, values.openedAt)} to ${writeDate(LOCALE, values.closedAt ?? values.openedAt)}.`,
    ],
    action: { label: "View the alert", url: values.url },
    notes: [NOTE],
  }),
};

const thresholdOf = ({ kind, threshold }: AlertMailValues) =>
  kind === "stream_down" ? "" : THRESHOLDS[kind](threshold);
