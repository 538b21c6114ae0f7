import { formatMailDate, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { NewsMailItem, ProjectMailShapes } from "./shapes.ts";

const LOCALE = "fr-FR";

const DECISION_TEXTS = {
  approved: "a approuvé",
  approvedWithNotes: "a approuvé avec remarques",
  changesWanted: "a demandé des modifications de",
};

function describeNews({ kind, by, version, decision }: NewsMailItem): string {
  if (kind === "mentioned") return `${by} vous a mentionné sur la version ${version}`;
  if (kind === "answered") return `${by} a répondu dans votre fil sur la version ${version}`;
  if (kind === "commented") return `${by} a commenté votre version ${version}`;
  if (kind === "versionAdded") return `${by} a ajouté la version ${version}`;
  if (kind === "decisionWanted") return `${by} a demandé votre décision sur la version ${version}`;
  return `${by} ${DECISION_TEXTS[decision ?? "approved"]} la version ${version}`;
}

const unsubscribeBy = (url: string) => ({ label: "Ne plus recevoir d’e-mails sur les projets", url });

const lineOf = (item: NewsMailItem, isNamed: boolean) =>
  `${isNamed ? `${item.projectName}\u00a0: ` : ""}${describeNews(item)}${item.excerpt ? `\u00a0: «\u00a0${item.excerpt}\u00a0»` : "."}`;

export const fr: MailTexts<ProjectMailShapes> = {
  "project-news": ({ items, moreCount, url, unsubscribeUrl }) => {
    const names = [...new Set(items.map(({ projectName }) => projectName))];
    const [first] = items;
    const count = items.length + moreCount;
    const place = names.length === 1 ? names[0] : `${names.length} projets`;
    return {
      subject: first && count === 1 ? `${describeNews(first)} – ${place}` : `${count} nouveautés – ${place}`,
      paragraphs: [
        names.length === 1
          ? `Du nouveau dans «\u00a0${names[0]}\u00a0»\u00a0:`
          : "Du nouveau dans vos projets\u00a0:",
        ...items.map((item) => lineOf(item, names.length > 1).replace(/[^\S\u00a0]+/gu, " ")),
        ...(moreCount > 0 ? [`Et ${moreCount} de plus.`] : []),
      ],
      action: { label: "Ouvrir", url },
      unsubscribe: unsubscribeBy(unsubscribeUrl),
    };
  },
  "decision-reminder": ({ projectName, version, dueAt, isOver, url, unsubscribeUrl }) => ({
    subject: isOver
      ? `Votre décision est attendue – ${projectName}`
      : `Votre décision est bientôt attendue – ${projectName}`,
    paragraphs: [
      `Vous êtes invité à vous prononcer sur la version ${version} de «\u00a0${projectName}\u00a0».`,
      isOver
        ? `L’échéance était le ${formatMailDate(LOCALE, dueAt)}, et nous n’avons pas encore reçu votre décision.`
        : `Merci de vous prononcer au plus tard le ${formatMailDate(LOCALE, dueAt)}.`,
    ],
    action: { label: "Regarder et décider", url },
    ...(unsubscribeUrl ? { unsubscribe: unsubscribeBy(unsubscribeUrl) } : {}),
  }),
};
