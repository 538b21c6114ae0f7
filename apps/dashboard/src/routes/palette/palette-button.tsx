import { UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ComponentType, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import type { PaletteProps } from "./palette.tsx";
import classes from "./palette-button.module.css";

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** The elements in which the shortcut does not work. Empty, so that the shortcut also works in text fields. */
const IGNORED_TAGS: string[] = [];

async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  return (await import("./palette.tsx")).Palette;
}

/** Opens the command palette, as do Ctrl+K and Cmd+K. Its code is loaded on first use. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [isOpen, setOpen] = useState(false);
  const prepare = () => void loadPalette().catch(() => undefined);
  const opener = useRef<HTMLElement>(null);
  /** Closes the palette and returns the keyboard focus. A dialog that is opened next can then restore the focus to the same element. */
  function close(): void {
    setOpen(false);
    opener.current?.focus();
  }
  function open(): void {
    if (!isOpen && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    setOpen(true);
    if (Palette) return;
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => {
        setOpen(false);
        notify.failure({ message: t("errors.unavailable") });
      },
    );
  }
  useHotkeys([["mod+K", open]], IGNORED_TAGS, true);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-label={t("nav.palette")}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        data-palette
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <IconSearch size={17} aria-hidden />
        <span className={classes.word}>{t("nav.palette")}</span>
        <kbd className={classes.keys}>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </UnstyledButton>
      {isOpen && !Palette && <div hidden data-loading />}
      {Palette && <Palette isOpen={isOpen} onClose={close} />}
    </>
  );
}
