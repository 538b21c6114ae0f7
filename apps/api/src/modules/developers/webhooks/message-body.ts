import type { Language, WebhookFormat, WebhookMessage } from "@shoal/contract";
import { type Sentence, sentenceOf } from "./sentences.ts";

interface SentEvent {
  type: WebhookMessage["type"];
  at: Date;
  data: Record<string, unknown>;
  format: WebhookFormat;
  language: Language;
}

/** The body of a message; the same text at each attempt. @param publicUrl the URL of the dashboard, to which sentences link. */
export function bodyOf(event: SentEvent, publicUrl: string): string {
  return JSON.stringify(BODIES[event.format](event, publicUrl));
}

const BODIES: Record<WebhookFormat, (event: SentEvent, publicUrl: string) => object> = {
  standard: ({ type, at, data }) => ({ type, timestamp: at.toISOString(), data }) satisfies WebhookMessage,
  slack: (event, publicUrl) => slackMessage(sentenceOf(event, { ...event, publicUrl, asText: escapeSlack })),
  teams: (event, publicUrl) => teamsMessage(sentenceOf(event, { ...event, publicUrl, asText: escapeTeams })),
};

/** For Slack's incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slackMessage = ({ text, link }: Sentence) => ({
  text: link ? `${text} · <${link.url}|${link.text}>` : text,
  unfurl_links: false,
});

/** For workflows of Microsoft Teams: one Adaptive Card, https://adaptivecards.io/explorer/ */
const teamsMessage = ({ text, link }: Sentence) => ({
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

/** Slack reads these three as markup, and `<!channel>` would call everyone. */
const escapeSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Cards read a part of Markdown. */
const escapeTeams = (text: string) => text.replace(/[\\`*_[\]()#~>|]/g, "\\$&");
