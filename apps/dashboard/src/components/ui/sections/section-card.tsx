import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./section-card.module.css";
import { elementIdOf } from "./use-sections.ts";

interface SectionCardProps {
  section: string;
  title: string;
  hint?: ReactNode;
  /** What stands beside the title: a state, a button, or that nothing may be changed here. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** One section of a page of sections. */
export function SectionCard({ section, title, hint, aside, children }: SectionCardProps) {
  const id = elementIdOf(section);
  return (
    <section id={id} className={classes.card} aria-labelledby={`${id}-title`}>
      <header className={classes.head}>
        <Title order={2} size="h4" id={`${id}-title`} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        {aside}
      </header>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
