import { Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface PanelProps {
  /** Id for links that lead to the panel and focus it. */
  id?: string;
  title: string;
  text?: string;
  /** Marks an irreversible action. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** A titled block of a page of forms. */
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
