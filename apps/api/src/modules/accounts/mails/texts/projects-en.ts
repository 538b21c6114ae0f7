import { type MailTexts, writeDate } from "./mail-texts.ts";

const LOCALE = "en-GB";

export const projectsEn: Pick<MailTexts["templates"], "decision-reminder"> = {
  "decision-reminder": ({ projectName, version, dueAt, isOver, url }) => ({
    subject: isOver ? `Your decision is due – ${projectName}` : `Your decision is due soon – ${projectName}`,
    paragraphs: [
      `You were asked to decide on version ${version} of “${projectName}”.`,
      isOver
        ? `The due date was ${writeDate(LOCALE, dueAt)}, and your decision is still missing.`
        : `Please decide by ${writeDate(LOCALE, dueAt)}.`,
    ],
    action: { label: "Watch and decide", url },
  }),
};
