import type { VideoView } from "@shoal/contract";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../components/video/actions/card-target.module.css";
import { notifyUnreachable } from "../../../lib/notify.ts";
import type { OpenedMenu } from "./opened-menu.tsx";

/** Loads the items of the menu when the first menu is opened: a page has a hundred cards, and few of their menus are ever opened. */
const loadMenu = async (): Promise<typeof OpenedMenu> =>
  (await import("./opened-menu.tsx").catch(notifyUnreachable)).OpenedMenu;

/** Shows the menu with the actions on a video in its current state (§4). Users without edit rights can only share the video. */
export function CardMenu({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  // The opened menu, which is loaded on first use.
  const [Opened, setOpened] = useState<typeof OpenedMenu>();
  if (Opened) return <Opened video={video} />;
  const handleOpen = () =>
    loadMenu().then(
      (menu) => setOpened(() => menu),
      // Ignores the rejection: the user has already been informed that the menu could not be loaded.
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
