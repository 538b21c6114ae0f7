import type { Language, WebhookFormat, WebhookMessage } from "@shoal/contract";
import { type EventSentence, sentenceOf } from "./sentences.ts";

interface SentEvent {
  type: WebhookMessage["type"];
  at: Date;
  data: Record<string, unknown>;
  format: WebhookFormat;
  language: Language;
}

/** Returns a message's body, which is the same at each attempt. @param publicUrl the URL of the dashboard for links. */
export function bodyOf(event: SentEvent, publicUrl: string): string {
  return JSON.stringify(BODY_WRITERS[event.format](event, publicUrl));
}

const BODY_WRITERS: Record<WebhookFormat, (event: SentEvent, publicUrl: string) => object> = {
  standard: ({ type, at, data }) => ({ type, timestamp: at.toISOString(), data }) satisfies WebhookMessage,
  slack: (event, publicUrl) => slackMessage(sentenceOf(event, { ...event, publicUrl, asText: escapeSlack })),
  teams: (event, publicUrl) => teamsMessage(sentenceOf(event, { ...event, publicUrl, asText: escapeTeams })),
};

/** Returns a message for Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slackMessage = ({ text, link }: EventSentence) => ({
  text: link ? `${text} · <${link.url}|${link.text}>` : text,
  unfurl_links: false,
});

/** Returns a message for workflows of Microsoft Teams, which is one Adaptive Card: https://adaptivecards.io/explorer/ */
const teamsMessage = ({ text, link }: EventSentence) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: [{ type: "TextBlock", text, wrap: true }],
        ...(link ? { actions: [{ type: "Action.OpenUrl", title: link.text, url: link.url }] } : {}),
      },
    },
  ],
});

/** Escapes the three characters that Slack reads as markup. `<!channel>` would notify all members. */
const escapeSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes Markdown, because cards interpret a part of it. */
const escapeTeams = (text: string) => text.replace(/[\\`*_[\]()#~>|]/g, "\\$&");
