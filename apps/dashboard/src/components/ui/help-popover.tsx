import { ActionIcon, Popover, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** Shows a help icon that opens an explanation. */
export function HelpPopover({
  label,
  title,
  children,
}: {
  label: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <Popover width={340} position="bottom" withArrow shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label}>
          <IconHelpCircle size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={title} maw="calc(100vw - 32px)">
        <Text fw={650} mb={6} component="h2" size="md">
          {title}
        </Text>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
