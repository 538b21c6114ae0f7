import { ActionIcon, Button, Menu } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop } from "@shoal/domain";
import {
  IconBolt,
  IconBoltOff,
  IconCalendarX,
  IconChartBar,
  IconCode,
  IconDeviceTvOld,
  IconDots,
  IconLink,
  IconPlayerStop,
  IconRefresh,
  IconShare3,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { SimulatedLiveBadge } from "../../components/live/simulated-live-badge.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { useVideoActions, wordOf } from "../../components/video/video-actions.tsx";
import { directLinkOf, embedCodeOf } from "../../lib/sharing.ts";
import { useCopy } from "../../lib/use-copy.ts";
import { useCan, useMayModify } from "../../lib/user.ts";
import { VideoTitle } from "./overview/video-texts.tsx";
import { TabBar, type VideoTabs } from "./tabs/video-tabs.tsx";
import { usePace } from "./use-pace.ts";
import classes from "./video-header.module.css";

/** What the video is called, how it is, what one does with it, and the tabs; it stays in sight. */
export function VideoHeader({ video, tabs }: { video: VideoView; tabs: VideoTabs }) {
  return (
    <div className={classes.header}>
      <div className={classes.line}>
        <div className={classes.heading}>
          <VideoTitle video={video} />
          <StatusBadge video={video} />
          <SimulatedLiveBadge video={video} />
          <ReadOnly />
        </div>
        <Actions video={video} />
      </div>
      <TabBar {...tabs} />
    </div>
  );
}

function Actions({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const copy = useCopy();
  const mayModify = useMayModify();
  const actions = useVideoActions(video, { onDeleted: () => void navigate("/videos") });
  return (
    <div className={classes.actions}>
      {mayModify && canStop(video) && !video.isDeleted && (
        <Action
          icon={IconPlayerStop}
          word={t(`actions.${wordOf("stop", video)}`)}
          onClick={actions.askStop}
          disabled={actions.isRunning}
        />
      )}
      <Link to="?section=share" replace className={classes.link} aria-label={t("videoPage.header.share")}>
        <IconShare3 size={17} aria-hidden />
        <span className={classes.word}>{t("videoPage.header.share")}</span>
      </Link>
      <Action
        icon={IconLink}
        word={t("videoPage.header.copyLink")}
        onClick={() => copy(directLinkOf(video), t("share.linkCopied"))}
      />
      <AnalyticsLink video={video} />
      <MoreMenu video={video} actions={actions} />
    </div>
  );
}

interface ActionProps {
  icon: typeof IconLink;
  word: string;
  disabled?: boolean;
  onClick: () => void;
}

/** A button that is its icon alone where it is narrow. */
function Action({ icon: Icon, word, ...rest }: ActionProps) {
  return (
    <Button variant="default" className={classes.action ?? ""} aria-label={word} title={word} {...rest}>
      <Icon size={17} aria-hidden />
      <span className={classes.word}>{word}</span>
    </Button>
  );
}

function AnalyticsLink({ video: { uuid } }: { video: VideoView }) {
  const { t } = useTranslation();
  if (!useCan("editor", "readAnalytics")) return null;
  const word = t("actions.analytics");
  return (
    <Link to={`/analytics/${uuid}`} className={classes.link} aria-label={word}>
      <IconChartBar size={17} aria-hidden />
      <span className={classes.word}>{word}</span>
    </Link>
  );
}

function MoreMenu({ video, actions }: { video: VideoView; actions: ReturnType<typeof useVideoActions> }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const mayModify = useMayModify();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t("actions.menu", { title: video.title })}
          loading={actions.isRunning}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCode size={16} />}
          onClick={() => copy(embedCodeOf(video), t("share.iframeCopied"))}
        >
          {t("share.copyIframe")}
        </Menu.Item>
        {mayModify && <ChangeItems video={video} actions={actions} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done with the video in its present state (§4). */
function ChangeItems({ video, actions }: { video: VideoView; actions: ReturnType<typeof useVideoActions> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isThere = !video.isDeleted;
  return (
    <>
      {video.type === "live" && isThere && (
        <Menu.Item
          leftSection={<IconDeviceTvOld size={16} />}
          onClick={() => windows.open("newLive", video.uuid)}
        >
          {t("actions.preview")}
        </Menu.Item>
      )}
      <Menu.Divider />
      {video.type === "vod" && isThere && canStop(video) && <PaceItem video={video} />}
      {canRestart(video) && (
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={actions.askRestart}>
          {t(`actions.${wordOf("restart", video)}`)}
        </Menu.Item>
      )}
      {isThere && (
        <Menu.Item
          leftSection={<IconCalendarX size={16} />}
          onClick={() => void navigate("?section=deletion", { replace: true })}
        >
          {t("videoPage.sections.deletion")}
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

/** Puts the encoding before all others of its client, or back into its turn. */
function PaceItem({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { isAccelerated } = video;
  const change = usePace(video);
  const Icon = isAccelerated ? IconBoltOff : IconBolt;
  return (
    <Menu.Item
      leftSection={<Icon size={16} />}
      title={isAccelerated ? "" : t("videoPage.accelerate.startHint")}
      onClick={() => change.mutate()}
    >
      {t(isAccelerated ? "videoPage.accelerate.end" : "videoPage.accelerate.start")}
    </Menu.Item>
  );
}
