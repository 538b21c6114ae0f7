import { WEBHOOK_DATA, type WebhookMessageType } from "@shoal/contract";
import { expect, test } from "vitest";
import { sentenceOf } from "../../apps/api/src/modules/developers/webhooks/sentences.ts";
import { FEATURES } from "../../apps/dashboard/src/features.ts";

const PATHS = FEATURES.flatMap(({ screens = [] }) => screens.flatMap(({ paths }) => [...paths]));
/** What every link can name. */
const DATA = {
  uuid: "u",
  project: "p",
  version: 2,
  alert: { uuid: "a", kind: "errors", subject: { title: "T" } },
};
/** Of what is gone, and of people and rooms. */
const WITHOUT_LINK = ["video.deleted", "chat.mentioned", "member.added", "member.removed"];

/** Whether a page of the dashboard has this address. */
function isPage(url: string): boolean {
  const [path = ""] = new URL(url).hash.slice(1).split("?");
  const parts = path.split("/");
  return PATHS.some((pattern) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, place) => part === parts[place] || (part.startsWith(":") && parts[place] !== ""))
    );
  });
}

test.each(Object.keys(WEBHOOK_DATA) as WebhookMessageType[])("%s leads to a page that there is", (type) => {
  const { link } = sentenceOf(
    { type, data: DATA },
    { language: "EN", publicUrl: "https://shoal.example.com", asText: (text) => text },
  );
  expect(link === null).toBe(WITHOUT_LINK.includes(type));
  if (link) expect(isPage(link.url), link.url).toBe(true);
});
