import { ActionIcon } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMessages } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { setTitlePrefix } from "../../components/ui/page-title.ts";
import { windows } from "../../components/ui/windows/windows.ts";
import { badgeText } from "../../lib/badge-text.ts";
import { useChatEvents } from "../../lib/chat-line.ts";
import { chatUnseenQuery } from "../../lib/chat-unseen.ts";
import classes from "./chat-button.module.css";
import { useDesktopNotices } from "./use-desktop-notices.ts";

/** The delay of preloading, in ms, so that it starts after the page's own requests and the general preloads. */
const PRELOAD_DELAY_MS = 3_000;

/** Loads the code of chat in advance, because most users who have chat open it. */
async function preloadChat(): Promise<void> {
  const { preloadWindow: prepareWindow } = await import("../windows-host.tsx");
  await prepareWindow("chat");
}

/** Receives chat events on every page, and shows the unread count in the tab's title. */
export function ChatNews() {
  useChatEvents();
  useDesktopNotices();
  useEffect(() => {
    const timer = setTimeout(() => preloadChat().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const note = badgeText(useQuery(chatUnseenQuery).data ?? 0);
  useEffect(() => {
    setTitlePrefix(note);
    return () => setTitlePrefix("");
  }, [note]);
  return null;
}

/** Opens the window 'Chat', or the page on phones. Its badge shows the unread count (§4). */
export function ChatButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isTelephone = useMediaQuery("(max-width: 36em)");
  const count = useQuery(chatUnseenQuery).data ?? 0;
  const badge = badgeText(count);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.button}
      aria-label={badge ? t("chatButton.openUnread", { count, badge }) : t("chatButton.open")}
      title={t("chatButton.open")}
      onClick={() => {
        if (isTelephone) void navigate("/chat");
        else windows.open("chat");
      }}
    >
      <IconMessages size={20} />
      {badge && (
        <span className={classes.count} aria-hidden>
          {badge}
        </span>
      )}
    </ActionIcon>
  );
}
