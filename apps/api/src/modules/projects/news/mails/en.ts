import { formatMailDate, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { NewsMailItem, ProjectMailShapes } from "./shapes.ts";

const LOCALE = "en-GB";

const DECISION_TEXTS = {
  approved: "approved",
  approvedWithNotes: "approved with notes",
  changesWanted: "requested changes to",
};

function describeNews({ kind, by, version, decision }: NewsMailItem): string {
  if (kind === "mentioned") return `${by} mentioned you on version ${version}`;
  if (kind === "answered") return `${by} replied in your thread on version ${version}`;
  if (kind === "commented") return `${by} commented on your version ${version}`;
  if (kind === "versionAdded") return `${by} added version ${version}`;
  if (kind === "decisionWanted") return `${by} requested your decision on version ${version}`;
  return `${by} ${DECISION_TEXTS[decision ?? "approved"]} version ${version}`;
}

const unsubscribeBy = (url: string) => ({ label: "Unsubscribe from emails about projects", url });

const lineOf = (item: NewsMailItem, isNamed: boolean) =>
  `${isNamed ? `${item.projectName}: ` : ""}${describeNews(item)}${item.excerpt ? `: “${item.excerpt}”` : "."}`;

export const en: MailTexts<ProjectMailShapes> = {
  "project-news": ({ items, moreCount, url, unsubscribeUrl }) => {
    const names = [...new Set(items.map(({ projectName }) => projectName))];
    const [first] = items;
    const count = items.length + moreCount;
    const place = names.length === 1 ? names[0] : `${names.length} projects`;
    return {
      subject: first && count === 1 ? `${describeNews(first)} – ${place}` : `${count} updates – ${place}`,
      paragraphs: [
        ...(names.length === 1 ? [`News from “${names[0]}”:`] : ["News from your projects:"]),
        ...items.map((item) => lineOf(item, names.length > 1).replace(/\s+/gu, " ")),
        ...(moreCount > 0 ? [`And ${moreCount} more.`] : []),
      ],
      action: { label: "Open", url },
      unsubscribe: unsubscribeBy(unsubscribeUrl),
    };
  },
  "decision-reminder": ({ projectName, version, dueAt, isOver, url, unsubscribeUrl }) => ({
    subject: isOver ? `Your decision is due – ${projectName}` : `Your decision is due soon – ${projectName}`,
    paragraphs: [
      `You were asked to decide on version ${version} of “${projectName}”.`,
      isOver
        ? `The due date was ${formatMailDate(LOCALE, dueAt)}, and we have not received your decision yet.`
        : `Please decide by ${formatMailDate(LOCALE, dueAt)}.`,
    ],
    action: { label: "Watch and decide", url },
    ...(unsubscribeUrl ? { unsubscribe: unsubscribeBy(unsubscribeUrl) } : {}),
  }),
};
