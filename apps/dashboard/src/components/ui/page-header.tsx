import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";
import { usePageTitle } from "./page-title.ts";

interface PageHeaderProps {
  title: string;
  /** A note next to the title, such as a count; announced when it changes. */
  note?: string | undefined;
  /** Content at the end of the header: search, filters and buttons. */
  children?: ReactNode;
}

/** The header of a page: the title, which is also the title of the browser tab, and the page's tools. */
export function PageHeader({ title, note, children }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Group component="header" gap="16px 24px" justify="space-between" mb="lg">
      <Group gap="4px 12px" align="baseline" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" size="sm" aria-live="polite">
          {note}
        </Text>
      </Group>
      {children && <div className={classes.tools}>{children}</div>}
    </Group>
  );
}
