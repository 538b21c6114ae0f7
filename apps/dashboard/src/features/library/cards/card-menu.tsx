import type { VideoView } from "@shoal/contract";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../components/video/actions/card-target.module.css";
import { notifyUnreachable } from "../../../lib/notify.ts";
import type { OpenedMenu } from "./opened-menu.tsx";

/** A page has a hundred cards and few menus are ever opened, so the items are loaded when the first one is. */
const fetchMenu = async (): Promise<typeof OpenedMenu> =>
  (await import("./opened-menu.tsx").catch(notifyUnreachable)).OpenedMenu;

/** The actions on a video in its current state (§4); readers can only share it. */
export function CardMenu({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  // Loaded when the menu is first opened.
  const [Opened, setOpened] = useState<typeof OpenedMenu>();
  if (Opened) return <Opened video={video} />;
  const handleOpen = () =>
    fetchMenu().then(
      (menu) => setOpened(() => menu),
      // A failure to load it has been shown.
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
