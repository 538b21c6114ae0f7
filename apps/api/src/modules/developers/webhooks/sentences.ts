import type { AlertKind, Language, WebhookMessageType } from "@shoal/contract";
import { ALERT_NAMES } from "../../insight/alerts/index.ts";
import { en } from "./sentences.en.ts";
import { fr } from "./sentences.fr.ts";
import type { EventSentences } from "./sentences.shapes.ts";

const SENTENCES_BY_LANGUAGE: Record<Language, EventSentences> = { EN: en, FR: fr };

export interface DescribedEvent {
  type: WebhookMessageType;
  data: Record<string, unknown>;
}

export interface EventSentence {
  text: string;
  /** The text and URL of the link that follows the sentence; null if there is no page. */
  link: { text: string; url: string } | null;
}

/** Describes an event in a sentence. @param asText escapes user-written text, so that it is not interpreted as markup. */
export function sentenceOf(
  { type, data }: DescribedEvent,
  {
    language,
    publicUrl,
    asText,
  }: { language: Language; publicUrl: string; asText: (text: string) => string },
): EventSentence {
  const words = SENTENCES_BY_LANGUAGE[language];
  const text = words[type]({
    title: asText(titleOf(data, language) || words.untitled),
    by: asText(toText(data.by) || words.somebody),
    version: String(data.version ?? ""),
  });
  const path = pathOf(type, data);
  return { text, link: path === null ? null : { text: words.open, url: `${publicUrl}/#${path}` } };
}

const toText = (value: unknown) => (typeof value === "string" ? value : "");
const alertOf = ({ alert }: Record<string, unknown>) =>
  alert as { uuid: string; kind: AlertKind; subject: { title: string | null } } | undefined;

function titleOf(data: Record<string, unknown>, language: Language): string {
  const alert = alertOf(data);
  if (alert) return [ALERT_NAMES[language][alert.kind], alert.subject.title].filter(Boolean).join(", ");
  return [data.title, data.username, data.number, data.name].map(toText).find(Boolean) ?? "";
}

/** Returns the path of the dashboard page about the event; null if there is none. */
function pathOf(type: WebhookMessageType, data: Record<string, unknown>): string | null {
  const [subject] = type.split(".");
  if (type === "video.deleted") return null;
  switch (subject) {
    case "video":
    case "live":
      return `/player/${toText(data.archive) || toText(data.uuid)}`;
    case "alert":
      return `/alert/${alertOf(data)?.uuid}`;
    case "version":
    case "comment":
    case "decision":
      return `/vireed/${toText(data.project)}/${String(data.version)}`;
    case "invoice":
      return "/payments";
    case "cdn":
      return "/cdn";
    case "webhook":
      return "/config?tab=webhooks";
    default:
      return null;
  }
}
