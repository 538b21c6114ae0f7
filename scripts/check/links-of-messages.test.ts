import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { WEBHOOK_DATA, type WebhookMessageType } from "@shoal/contract";
import { expect, test } from "vitest";
import { sentenceOf } from "../../apps/api/src/modules/developers/webhooks/sentences.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

/** The paths of the dashboard's pages, as declared by its features. */
const PAGE_PATHS = globSync("apps/dashboard/src/features/*/feature.ts", { cwd: REPOSITORY_ROOT }).flatMap(
  (file) =>
    [...readFileSync(join(REPOSITORY_ROOT, file), "utf8").matchAll(/paths: \[([^\]]*)\]/g)].flatMap(
      ([, list = ""]) => [...list.matchAll(/"([^"]*)"/g)].map(([, path = ""]) => path),
    ),
);
/** All fields that a link can contain, with values. */
const LINK_DATA = {
  uuid: "u",
  project: "p",
  version: 2,
  alert: { uuid: "a", kind: "errors", subject: { title: "T" } },
};
/** The messages without a link, which are about deleted items, people and rooms. */
const WITHOUT_LINK = ["video.deleted", "chat.mentioned", "member.added", "member.removed"];

/** Returns whether a page of the dashboard has this address. */
function isPage(url: string): boolean {
  const [path = ""] = new URL(url).hash.slice(1).split("?");
  const parts = path.split("/");
  return PAGE_PATHS.some((pattern) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part === parts[index] || (part.startsWith(":") && parts[index] !== ""))
    );
  });
}

test.each(Object.keys(WEBHOOK_DATA) as WebhookMessageType[])(
  "the link of %s leads to an existing page",
  (type) => {
    const { link } = sentenceOf(
      { type, data: LINK_DATA },
      { language: "EN", publicUrl: "https://shoal.example.com", asText: (text) => text },
    );
    expect(link === null).toBe(WITHOUT_LINK.includes(type));
    if (link) expect(isPage(link.url), link.url).toBe(true);
  },
);
