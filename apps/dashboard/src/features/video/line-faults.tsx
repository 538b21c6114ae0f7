import type { FieldError } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./chapters-section.module.css";

const SHOWN = 10;
/** What the server says of a line, and the text for it. */
const REASONS = [
  [/is not a time and a title|is not a cue/, "form"],
  [/has no time that can be read/, "time"],
  [/starts after \d+ seconds|is beyond the end/, "beyond"],
  [/has no title/, "title"],
  [/has a title of more than/, "long"],
  [/starts when line \d+ does/, "twice"],
  [/holds no chapters/, "none"],
  [/holds more than/, "many"],
] as const;

/** What is wrong with the lines of a file. */
export function LineFaults({ fields }: { fields: readonly FieldError[] }) {
  const { t } = useTranslation();
  const rest = fields.length - SHOWN;
  return (
    <ul className={classes.faults}>
      {fields.slice(0, SHOWN).map(({ path, reason }) => {
        const line = /^lines\.(\d+)/.exec(path)?.[1];
        const key = REASONS.find(([pattern]) => pattern.test(reason))?.[1];
        const text = key ? t(`videoPage.chapters.lineFaults.${key}`) : reason;
        return (
          <li key={`${path} ${reason}`}>
            {line ? t("videoPage.chapters.line", { line, reason: text }) : text}
          </li>
        );
      })}
      {rest > 0 && <li>{t("videoPage.chapters.more", { count: rest })}</li>}
    </ul>
  );
}
