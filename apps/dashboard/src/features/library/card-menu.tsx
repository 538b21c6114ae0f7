import { ActionIcon, Menu } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop } from "@shoal/domain";
import { IconDots, IconPlayerStop, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useVideoActions } from "../../components/video/video-actions.tsx";
import { useMayModify } from "../../lib/user.ts";
import classes from "./card-menu.module.css";

/** What can be done with a video in its present state (§4). */
export function CardMenu({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const actions = useVideoActions(video);
  if (!useMayModify()) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("actions.menu", { title: video.title })}
          loading={actions.isRunning}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canStop(video) && (
          <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={actions.askStop}>
            {t("actions.stop")}
          </Menu.Item>
        )}
        {canRestart(video) && (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={actions.askRestart}>
            {t("actions.restart")}
          </Menu.Item>
        )}
        <Menu.Item
          className={classes.danger ?? ""}
          leftSection={<IconTrash size={16} />}
          onClick={actions.askDelete}
        >
          {t("actions.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
