import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./section-card.module.css";
import { elementIdOf } from "./use-sections.ts";

interface SectionCardProps {
  section: string;
  title: string;
  hint?: ReactNode;
  /** The content next to the title: a state, a button, or a note that it is read-only. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** Shows one section of a page that is divided into sections. */
export function SectionCard({ section, title, hint, aside, children }: SectionCardProps) {
  const id = elementIdOf(section);
  return (
    <Stack
      component="section"
      variant="panel"
      id={id}
      className={classes.card ?? ""}
      aria-labelledby={`${id}-title`}
    >
      <Group component="header" gap="8px 16px" justify="space-between">
        <Title order={2} size="h4" id={`${id}-title`} tabIndex={-1}>
          {title}
        </Title>
        {aside}
      </Group>
      {hint && (
        <Text mt={-8} maw="62ch" c="dimmed" fz="sm">
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}
