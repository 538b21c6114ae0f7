import { Box, Button, Group, Title } from "@mantine/core";
import { AppError, type VideoView } from "@shoal/contract";
import { IconExternalLink, IconSettings } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { liveChatQuery } from "../../../components/live/chat/chat-query.ts";
import { LiveChatBody } from "../../../components/live/chat/live-chat-body.tsx";
import { BackLink } from "../../../components/ui/back-link.tsx";
import { usePageTitle } from "../../../components/ui/page-title.ts";
import { ErrorState } from "../../../components/ui/states.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { session } from "../../../lib/session.ts";
import { settingsQuery } from "../../../lib/settings.ts";
import { directLinkOf } from "../../../lib/sharing.ts";
import { useMayModify } from "../../../lib/user.ts";
import { liveQuery } from "../live-query.ts";
import { LiveNumbers } from "../preview-status.tsx";
import classes from "./live-chat-page.module.css";

/** Handles `/chatLive/{liveId}`: the client's staff see only the chat. Everyone else watches the live with its chat. */
export function LiveChatPage() {
  const { liveId = "" } = useParams();
  return session.credential() === undefined ? <ViewerFrame uuid={liveId} /> : <ModeratorPage uuid={liveId} />;
}

function ModeratorPage({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const { error } = useQuery(liveChatQuery(uuid));
  const isStranger = error instanceof AppError && VIEWER_ERRORS.includes(error.code);
  const { data: video } = useQuery({ ...liveQuery(uuid), enabled: !isStranger });
  usePageTitle(video ? `${video.title} · ${t("liveChat.title")}` : t("liveChat.title"));
  if (isStranger) return <ViewerFrame uuid={uuid} />;
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <div className={classes.top}>
          <BackLink to={`/player/${uuid}`}>{t("liveChat.toLive")}</BackLink>
          <Group gap="xs">
            <SettingsLink uuid={uuid} />
            {video && <ViewerLink video={video} />}
          </Group>
        </div>
        <div className={classes.title}>
          <Title order={1} size="h3" dir="auto">
            {video?.title ?? t("liveChat.title")}
          </Title>
          {video && <StatusBadge video={video} />}
        </div>
        {video && <LiveNumbers video={video} />}
      </header>
      <section className={classes.card} aria-label={t("liveChat.title")}>
        <LiveChatBody uuid={uuid} isAlone />
      </section>
    </main>
  );
}

/** Links to the settings of the chat: who may write, slow mode, and the words that need review. */
function SettingsLink({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  if (!useMayModify()) return null;
  return (
    <Button
      component={Link}
      to={`/player/${uuid}?section=chat`}
      size="xs"
      variant="default"
      leftSection={<IconSettings size={15} aria-hidden />}
    >
      {t("liveChat.settings")}
    </Button>
  );
}

/** Links to the page that viewers see. */
function ViewerLink({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Button
      component="a"
      href={directLinkOf(video)}
      target="_blank"
      rel="noopener"
      size="xs"
      variant="default"
      leftSection={<IconExternalLink size={15} aria-hidden />}
    >
      {t("liveChat.asViewer")}
    </Button>
  );
}

/** The errors which mean that the user is only a viewer, because they are signed in to another client or signed out. */
const VIEWER_ERRORS: readonly string[] = ["video_not_found", "not_signed_in", "forbidden"];

function ViewerFrame({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  usePageTitle(t("liveChat.title"));
  const { data, error, refetch } = useQuery(settingsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return null;
  return (
    <Box
      component="iframe"
      title={t("liveChat.title")}
      src={`${data.edgeUrl}/embed/${encodeURIComponent(uuid)}`}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      pos="fixed"
      inset={0}
      w="100%"
      h="100%"
      bd={0}
    />
  );
}
