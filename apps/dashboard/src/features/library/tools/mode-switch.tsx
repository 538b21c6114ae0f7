import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconLayoutGrid, IconLayoutList, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DisplayMode } from "../display-mode.ts";

const ICONS = { mosaic: IconLayoutGrid, list: IconLayoutList, oldList: IconTable } as const;

interface ModeSwitchProps {
  mode: DisplayMode;
  modes: readonly DisplayMode[];
  onMode: (mode: DisplayMode) => void;
}

/** Chooses how the library is shown. */
export function ModeSwitch({ mode, modes, onMode }: ModeSwitchProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} role="group" aria-label={t("modes.label")} wrap="nowrap">
      {modes.map((known) => {
        const Icon = ICONS[known];
        return (
          <Tooltip key={known} label={t(`modes.${known}`)}>
            <ActionIcon
              size={36}
              variant={known === mode ? "filled" : "default"}
              aria-pressed={known === mode}
              aria-label={t(`modes.${known}`)}
              onClick={() => onMode(known)}
            >
              <Icon size={18} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </Group>
  );
}
