import { Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

interface PanelProps {
  title: string;
  text?: string;
  /** Stands out as something that cannot be taken back. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** A titled block of a page of forms. */
export function Panel({ title, text, isDangerous, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={titleId} data-dangerous={isDangerous ?? false}>
      <div>
        <Title order={2} size="h4" id={titleId}>
          {title}
        </Title>
        {text && (
          <Text c="dimmed" size="sm" mt={4} maw={720}>
            {text}
          </Text>
        )}
      </div>
      {children}
    </section>
  );
}
