import { type MailTexts, writeDate } from "./mail-texts.ts";

const LOCALE = "fr-FR";

export const projectsFr: Pick<MailTexts["templates"], "decision-reminder"> = {
  "decision-reminder": ({ projectName, version, dueAt, isOver, url }) => ({
    subject: isOver
      ? `Votre décision est attendue – ${projectName}`
      : `Votre décision est bientôt attendue – ${projectName}`,
    paragraphs: [
      `Votre décision est demandée sur la version ${version} de «\u00a0${projectName}\u00a0».`,
      isOver
        ? `L’échéance était le ${writeDate(LOCALE, dueAt)}, et votre décision manque encore.`
        : `Merci de décider avant le ${writeDate(LOCALE, dueAt)}.`,
    ],
    action: { label: "Regarder et décider", url },
  }),
};
