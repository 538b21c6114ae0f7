import { Anchor, Box, Stack, Title } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { liveChatQuery } from "../../../components/live/chat/chat-query.ts";
import { LiveChatBody } from "../../../components/live/chat/live-chat-body.tsx";
import { usePageTitle } from "../../../components/ui/page-title.ts";
import { session } from "../../../lib/session.ts";
import { settingsQuery } from "../../../lib/settings.ts";
import { videoQuery } from "../../../lib/video-cache.ts";

/** `/chatLive/{liveId}`: the client's staff see only the chat; everyone else watches the live with its chat. */
export function LiveChatPage() {
  const { liveId = "" } = useParams();
  return session.credential() === undefined ? <ViewerFrame uuid={liveId} /> : <ModeratorPage uuid={liveId} />;
}

function ModeratorPage({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const { error } = useQuery(liveChatQuery(uuid));
  const { data: video } = useQuery(videoQuery(uuid));
  usePageTitle(video ? `${video.title} · ${t("liveChat.title")}` : t("liveChat.title"));
  if (error instanceof AppError && STRANGERS.includes(error.code)) return <ViewerFrame uuid={uuid} />;
  return (
    <Stack component="main" p="md" gap="xs" maw={720} mx="auto">
      <Title order={1} size="h3">
        {t("liveChat.title")}
      </Title>
      {video && (
        <Anchor
          component={Link}
          to={`/player/${uuid}`}
          title={t("liveChat.toLive")}
          style={{ overflowWrap: "anywhere" }}
          dir="auto"
        >
          {video.title}
        </Anchor>
      )}
      <LiveChatBody uuid={uuid} isAlone />
    </Stack>
  );
}

/** A user signed in elsewhere, or signed out, is a viewer here. */
const STRANGERS: readonly string[] = ["video_not_found", "not_signed_in", "forbidden"];

function ViewerFrame({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  usePageTitle(t("liveChat.title"));
  const { data } = useQuery(settingsQuery);
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
