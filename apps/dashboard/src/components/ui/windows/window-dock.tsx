import { Button } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { closeWithConfirmation } from "./close-with-confirmation.ts";
import classes from "./window-dock.module.css";
import { type WindowContents, WindowFrame } from "./window-frame.tsx";
import { findShown } from "./window-state.ts";
import { useWindows, windows } from "./windows.ts";

/** The width of an open window including its gap, in pixels, as in the style sheet. */
const WINDOW_WIDTH_PX = 456;

/** Shows the floating windows at the bottom: as many side by side as fit, or a single sheet on phones. */
export function WindowDock({ contents }: { contents: WindowContents }) {
  const { t } = useTranslation();
  const all = useWindows();
  const { width } = useViewportSize();
  const shown = findShown(all, Math.floor(width / WINDOW_WIDTH_PX));
  if (all.length === 0) return null;
  return (
    <aside className={classes.dock} aria-label={t("windows.all")} data-has-shown={shown.size > 0}>
      {all.length > 1 && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.closeAll}
          onClick={() => closeWithConfirmation(all, windows.closeAll)}
        >
          {t("windows.closeAll")}
        </Button>
      )}
      {all.map((window) => {
        const content = contents[window.kind];
        return (
          content && (
            <WindowFrame key={window.id} window={window} content={content} isShown={shown.has(window.id)} />
          )
        );
      })}
    </aside>
  );
}
