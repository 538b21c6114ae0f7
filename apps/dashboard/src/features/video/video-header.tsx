import { Button } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconShare3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { SimulatedLiveBadge } from "../../components/live/simulated-live-badge.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { useVideoMenu, type VideoMenuEntry } from "../../components/video/actions/use-video-menu.ts";
import type { VideoActionName } from "../../components/video/actions/video-action-list.ts";
import { VideoMenu } from "../../components/video/actions/video-menu.tsx";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { VideoTitle } from "./overview/video-texts.tsx";
import { TabBar, type VideoTabs } from "./tabs/video-tabs.tsx";
import classes from "./video-header.module.css";

/** Shows the video's title, status, actions and tabs; the header stays visible while the page scrolls. */
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
        <HeaderActions video={video} />
      </div>
      <TabBar {...tabs} />
    </div>
  );
}

/** The actions that have their own buttons. All other actions are in the menu. */
const BUTTON_ACTIONS: readonly VideoActionName[] = ["stop", "copyLink", "analytics"];

function HeaderActions({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entries, isRunning } = useVideoMenu(video, {
    onDeleted: () => void navigate("/videos"),
    onPlan: () => void navigate("?section=deletion", { replace: true }),
  });
  const buttonOf = (name: VideoActionName) => entries.find((entry) => entry.name === name);
  const stop = buttonOf("stop");
  const copyLink = buttonOf("copyLink");
  const analytics = buttonOf("analytics");
  return (
    <div className={classes.actions}>
      {stop && <HeaderAction {...stop} disabled={isRunning} />}
      <ButtonLink to="?section=share" replace Icon={IconShare3} word={t("videoPage.header.share")} />
      {copyLink && <HeaderAction {...copyLink} word={t("videoPage.header.copyLink")} />}
      {analytics?.to && <ButtonLink to={analytics.to} Icon={analytics.Icon} word={analytics.word} />}
      <VideoMenu
        video={video}
        place="header"
        entries={entries.filter(({ name }) => !BUTTON_ACTIONS.includes(name))}
        isRunning={isRunning}
      />
    </div>
  );
}

interface HeaderActionProps extends Pick<VideoMenuEntry, "Icon" | "word" | "run"> {
  disabled?: boolean;
}

/** A button that shows only its icon where space is narrow. */
function HeaderAction({ Icon, word, run, disabled = false }: HeaderActionProps) {
  return (
    <Button
      variant="default"
      className={classes.action ?? ""}
      aria-label={word}
      title={word}
      disabled={disabled}
      onClick={run}
    >
      <Icon size={17} aria-hidden />
      <span className={classes.word}>{word}</span>
    </Button>
  );
}

interface ButtonLinkProps extends Pick<VideoMenuEntry, "Icon" | "word"> {
  to: string;
  replace?: boolean;
}

/** Shows a link that looks like a button. */
function ButtonLink({ to, replace = false, Icon, word }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} className={classes.link} aria-label={word}>
      <Icon size={17} aria-hidden />
      <span className={classes.word}>{word}</span>
    </Link>
  );
}
