import type { VideoView } from "@shoal/contract";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../components/video/actions/card-target.module.css";
import { notifyUnreachable } from "../../../lib/notify.ts";
import type { OpenedMenu } from "./opened-menu.tsx";

/** Loads the items of the menu when the first menu is opened: a page has a hundred cards, and few menus are ever opened. */
const loadMenu = async (): Promise<typeof OpenedMenu> =>
  (await import("./opened-menu.tsx").catch(notifyUnreachable)).OpenedMenu;

/** The actions on a video in its current state (§4); users without edit rights can only share it. */
export function CardMenu({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  // The opened menu, which is loaded on first use.
  const [Opened, setOpened] = useState<typeof OpenedMenu>();
  if (Opened) return <Opened video={video} />;
  const handleOpen = () =>
    loadMenu().then(
      (menu) => setOpened(() => menu),
      // A failure to load the menu has already been reported to the user.
      () => undefined,
    );
  return (
    <button
      type="button"
      className={classes.target}
      aria-label={t("actions.menu", { title: video.title })}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={handleOpen}
    >
      <IconDots size={18} />
    </button>
  );
}
