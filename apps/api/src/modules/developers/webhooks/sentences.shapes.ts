import type { WebhookMessageType } from "@shoal/contract";

/** The names used in a sentence. */
interface SentenceNames {
  title: string;
  by: string;
  version: string;
}

/** The sentences of a language, one for each type of event. */
export type EventSentences = Record<WebhookMessageType, (named: SentenceNames) => string> &
  Record<"open" | "somebody" | "untitled", string>;
