import type { PlayerTheme } from "@shoal/contract";
import { playThemeOf } from "@shoal/domain";
import { IconMaximize, IconPlayerPlayFilled, IconSettings, IconVolume } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import classes from "./theme-preview.module.css";

/** The player before its first play and its bar, in these colours. */
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
      <div className={classes.shade} />
      {theme.hasTitle && <div className={classes.title}>{t("theme.sampleTitle")}</div>}
      <div className={classes.play}>
        <IconPlayerPlayFilled size={30} />
      </div>
      <div className={classes.bar}>
        <div className={classes.track}>
          <div className={classes.played} />
        </div>
        <div className={classes.row}>
          <IconPlayerPlayFilled size={17} />
          <IconVolume size={18} />
          <span>0:42 / 2:05</span>
          <span className={classes.gear}>
            <IconSettings size={18} />
            <span className={classes.quality}>HD</span>
          </span>
          <IconMaximize size={18} />
        </div>
      </div>
    </div>
  );
}
