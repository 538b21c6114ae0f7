import { Anchor, Button, Menu } from "@mantine/core";
import { AppError, MAX_SEEK_BACK_SEC, routes, type VideoView } from "@shoal/contract";
import { IconChevronDown, IconScissors } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";

const CLIP_LENGTHS_SEC = [30, 60, 300] as const;

/** Creates a video from the last minutes of a live, within its rewind window. */
export function ClipMenu({ video: { uuid, keepLive, liveToKeepDuration } }: { video: VideoView }) {
  const { t } = useTranslation();
  const [isSending, setSending] = useState(false);
  const reachSec = keepLive ? MAX_SEEK_BACK_SEC : (liveToKeepDuration ?? 0);
  async function handleClip(seconds: number): Promise<void> {
    setSending(true);
    try {
      const made = await call(routes.clipLive, { params: { id: uuid }, body: { seconds } });
      notify.success({ title: made.title, message: <CreatedClip uuid={made.uuid} /> });
    } catch (error) {
      const isOver = error instanceof AppError && error.code === "illegal_transition";
      notify.failure({ message: isOver ? t("live.clip.notOnAir") : errorText(error) });
    } finally {
      setSending(false);
    }
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={isSending}
          leftSection={<IconScissors size={16} />}
          rightSection={<IconChevronDown size={14} />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("live.clip.open")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CLIP_LENGTHS_SEC.filter((seconds) => seconds <= reachSec).map((seconds) => (
          <Menu.Item key={seconds} onClick={() => void handleClip(seconds)}>
            {t(`live.clip.lengths.${seconds}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Links to the new video. A plain link is used, because notifications are rendered outside the router. */
function CreatedClip({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t("live.clip.made")}{" "}
      <Anchor href={`#/player/${uuid}`} size="sm">
        {t("live.clip.show")}
      </Anchor>
    </>
  );
}
