import { Box, Group, Text } from "@mantine/core";
import type { PlayerTheme } from "@shoal/contract";
import { playThemeOf } from "@shoal/domain";
import { IconMaximize, IconPlayerPlayFilled, IconSettings, IconVolume } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import classes from "./theme-preview.module.css";

/** Previews the player's start screen and control bar in these colours. */
export function ThemePreview({ theme }: { theme: PlayerTheme }) {
  const { t } = useTranslation();
  const { accent, accentInk, accentText, background } = playThemeOf(theme);
  const colours = {
    "--accent": accent,
    "--accent-ink": accentInk,
    "--accent-text": accentText,
    "--backdrop": background,
  } as CSSProperties;
  return (
    <div role="img" aria-label={t("theme.preview")} className={classes.player} style={colours}>
      <div className={classes.picture} />
      <Box
        pos="absolute"
        inset={0}
        bg="linear-gradient(to top, rgb(0 0 0 / 82%), rgb(0 0 0 / 46%) 20%, transparent 46%), linear-gradient(to bottom, rgb(0 0 0 / 62%), transparent 32%)"
      />
      {theme.hasTitle && (
        <Text component="div" truncate pos="absolute" inset="12px 16px auto" fz={15} fw={600}>
          {t("theme.sampleTitle")}
        </Text>
      )}
      <div className={classes.play}>
        <IconPlayerPlayFilled size={30} />
      </div>
      <Box pos="absolute" inset="auto 12px 10px">
        <Box h={4} mb={9} bdrs={2} bg="rgb(255 255 255 / 24%)" style={{ overflow: "hidden" }}>
          <Box w="34%" h="100%" bg="var(--accent)" />
        </Box>
        <Group gap="sm" wrap="nowrap">
          <IconPlayerPlayFilled size={17} />
          <IconVolume size={18} />
          <span>0:42 / 2:05</span>
          <Group component="span" gap={0} align="stretch" wrap="nowrap" pos="relative" ml="auto">
            <IconSettings size={18} />
            <span className={classes.quality}>HD</span>
          </Group>
          <IconMaximize size={18} />
        </Group>
      </Box>
    </div>
  );
}
