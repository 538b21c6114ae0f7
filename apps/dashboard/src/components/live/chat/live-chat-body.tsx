import { Button, Divider, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMayModify } from "../../../lib/user.ts";
import { ReadOnly } from "../../ui/read-only.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { ChatModeration } from "./chat-moderation.tsx";
import { ChatPhaseText } from "./chat-phase-text.tsx";
import { liveChatQuery } from "./chat-query.ts";
import { ChatSettings } from "./chat-settings.tsx";

/** Shows the chat of a live: its settings, and its messages for moderators. */
export function LiveChatBody({ uuid, isAlone = false }: { uuid: string; isAlone?: boolean }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { data, error, refetch } = useQuery(liveChatQuery(uuid));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={96} radius="md" role="status" aria-label={t("app.loading")} />;
  return (
    <Stack>
      <ChatPhaseText uuid={uuid} chat={data} />
      {mayModify ? (
        <>
          {!isAlone && <ChatSettings key={data.revision} uuid={uuid} chat={data} />}
          {!isAlone && <Divider />}
          <ChatModeration uuid={uuid} isAlone={isAlone} />
          {!isAlone && (
            <Button
              component="a"
              href={`#/chatLive/${uuid}`}
              target="_blank"
              rel="noopener"
              variant="default"
              size="xs"
            >
              {t("liveChat.openAlone")}
            </Button>
          )}
        </>
      ) : (
        <ReadOnly />
      )}
    </Stack>
  );
}
