import { Group, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { StateBadge, type StateTone } from "../ui/state-badge.tsx";

interface DocumentBlockProps {
  title: string;
  state: { tone: StateTone; text: string };
  children: ReactNode;
}

/** Shows one of a client's documents with its name, state and actions. */
export function DocumentBlock({ title, state, children }: DocumentBlockProps) {
  const Icon = state.tone === "good" ? IconCircleCheck : IconCircleDashed;
  return (
    <Stack component="section" variant="sunken" gap="sm" aria-label={title}>
      <Group gap="8px 16px" justify="space-between">
        <Title order={3} size="h5">
          {title}
        </Title>
        <StateBadge tone={state.tone} icon={<Icon size={16} aria-hidden />}>
          {state.text}
        </StateBadge>
      </Group>
      {children}
    </Stack>
  );
}

/** Shows a placeholder where a document is missing. */
export const DocumentHint = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);
