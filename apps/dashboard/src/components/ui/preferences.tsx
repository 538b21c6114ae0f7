import {
  ActionIcon,
  Group,
  SegmentedControl,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import type { Language } from "@shoal/contract";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { saveLanguage } from "../../lib/language.ts";

/** Language and colours; both choices are remembered. */
export function Preferences() {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return (
    <Group gap="xs" wrap="nowrap">
      <SegmentedControl
        size="xs"
        aria-label={t("common.language")}
        data={["EN", "FR"]}
        value={i18n.language.toUpperCase()}
        onChange={(code) => void saveLanguage(code as Language)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("common.colours")}
        onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
      >
        {scheme === "dark" ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Group>
  );
}
