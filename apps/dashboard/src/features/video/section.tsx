import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./section.module.css";

/** A titled block of the page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </section>
  );
}
