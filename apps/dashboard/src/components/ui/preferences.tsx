import {
  ActionIcon,
  Group,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { LANGUAGES } from "@shoal/contract";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { saveLanguage } from "../../lib/language.ts";
import { LANGUAGE_NAMES } from "../../lib/language-names.ts";
import classes from "./preferences.module.css";

/** Selects the language and colour scheme; the browser remembers both. */
export function Preferences() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return (
    <Group gap="xs" wrap="nowrap">
      <LanguageSwitch />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t("common.colours")}
        onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
      >
        {scheme === "dark" ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Group>
  );
}

function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <Group
      role="group"
      aria-label={t("common.language")}
      gap={2}
      align="stretch"
      wrap="nowrap"
      p={3}
      bdrs={10}
      bg="light-dark(#e6eaf0, #1b2432)"
    >
      {LANGUAGES.map((code) => (
        <UnstyledButton
          key={code}
          className={classes.language}
          lang={code.toLowerCase()}
          title={LANGUAGE_NAMES[code]}
          aria-pressed={i18n.language.toUpperCase() === code}
          onClick={() => void saveLanguage(code)}
        >
          {code}
        </UnstyledButton>
      ))}
    </Group>
  );
}
