import { Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface PanelProps {
  /** Id for links that lead to the panel and focus it. */
  id?: string;
  title: string;
  text?: string;
  /** Whether the panel contains irreversible actions and is marked as dangerous. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** Shows a titled block on a page of forms. */
export function Panel({ id, title, text, isDangerous = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <Stack
      component="section"
      variant="panel"
      aria-labelledby={titleId}
      mod={{ dangerous: isDangerous }}
      {...(id === undefined ? {} : { id, tabIndex: -1 })}
    >
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
    </Stack>
  );
}
