import { ActionIcon, Menu } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop } from "@shoal/domain";
import {
  IconCalendarX,
  IconChartBar,
  IconCode,
  IconDeviceTvOld,
  IconDots,
  IconLink,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { openCopied } from "../../../components/ui/dialogs/copied.ts";
import { windows } from "../../../components/ui/windows/windows.ts";
import { useVideoActions, wordOf } from "../../../components/video/video-actions.tsx";
import { notify } from "../../../lib/notify.ts";
import { copyText, directLinkOf, embedCodeOf } from "../../../lib/sharing.ts";
import { useCan, useMayModify } from "../../../lib/user.ts";
import classes from "./card-menu.module.css";

/** The dialog's program and texts are fetched with its first use. */
function planDeletion(video: VideoView): void {
  import("../plan/plan-dialog.tsx").then(
    ({ openPlanDialog }) => openPlanDialog(video),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}

/** The items of a card's menu, open. */
export function OpenedMenu({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const actions = useVideoActions(video);
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.target ?? ""}
          aria-label={t("actions.menu", { title: video.title })}
          loading={actions.isRunning}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ShareItems video={video} />
        <AnalyticsItem video={video} />
        {mayModify && <ChangeItems video={video} actions={actions} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function ShareItems({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const copy = (text: string, done: "iframeCopied" | "linkCopied") => () =>
    void copyText(text).then(
      () => openCopied(t(`share.${done}`)),
      () => notify.failure({ message: t("common.copyRefused") }),
    );
  return (
    <>
      <Menu.Item leftSection={<IconCode size={16} />} onClick={copy(embedCodeOf(video), "iframeCopied")}>
        {t("share.copyIframe")}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} />} onClick={copy(directLinkOf(video), "linkCopied")}>
        {t("share.copyLink")}
      </Menu.Item>
    </>
  );
}

/** To the figures of this video, for those who may see them (§6). */
function AnalyticsItem({ video: { uuid } }: { video: VideoView }) {
  const { t } = useTranslation();
  if (!useCan("editor", "readAnalytics")) return null;
  return (
    <Menu.Item component={Link} to={`/analytics/${uuid}`} leftSection={<IconChartBar size={16} />}>
      {t("actions.analytics")}
    </Menu.Item>
  );
}

function ChangeItems({ video, actions }: { video: VideoView; actions: ReturnType<typeof useVideoActions> }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Divider />
      {video.type === "live" && !video.isDeleted && (
        <Menu.Item
          leftSection={<IconDeviceTvOld size={16} />}
          onClick={() => windows.open("newLive", video.uuid)}
        >
          {t("actions.preview")}
        </Menu.Item>
      )}
      {canStop(video) && (
        <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={actions.askStop}>
          {t(`actions.${wordOf("stop", video)}`)}
        </Menu.Item>
      )}
      {canRestart(video) && (
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={actions.askRestart}>
          {t(`actions.${wordOf("restart", video)}`)}
        </Menu.Item>
      )}
      {!video.isDeleted && (
        <Menu.Item leftSection={<IconCalendarX size={16} />} onClick={() => planDeletion(video)}>
          {t("plan.menu")}
        </Menu.Item>
      )}
      <Menu.Item
        className={classes.danger ?? ""}
        leftSection={<IconTrash size={16} />}
        onClick={actions.askDelete}
      >
        {t(`actions.${wordOf("delete", video)}`)}
      </Menu.Item>
    </>
  );
}
