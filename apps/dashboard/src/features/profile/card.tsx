import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./card.module.css";
import { elementIdOf, type SectionId } from "./sections.ts";

interface CardProps {
  section: SectionId;
  hint?: ReactNode;
  /** What stands beside the title: a state, a button, or that nothing may be changed here. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** One section of the profile. */
export function Card({ section, hint, aside, children }: CardProps) {
  const { t } = useTranslation();
  const id = elementIdOf(section);
  return (
    <section id={id} className={classes.card} aria-labelledby={`${id}-title`}>
      <header className={classes.head}>
        <Title order={2} size="h4" id={`${id}-title`} tabIndex={-1} className={classes.title}>
          {t(`profile.sections.${section}`)}
        </Title>
        {aside}
      </header>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
