import type { WebhookMessageType } from "@shoal/contract";

/** The names used in a sentence. */
interface Named {
  title: string;
  by: string;
  version: string;
}

/** The sentences of a language, one for each type of event. */
export type Sentences = Record<WebhookMessageType, (named: Named) => string> &
  Record<"open" | "somebody" | "untitled", string>;
