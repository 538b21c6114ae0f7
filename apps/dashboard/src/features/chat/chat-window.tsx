import { useQuery } from "@tanstack/react-query";
import { Suspense, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { createPreloadable } from "../../components/ui/preloadable.tsx";
import { PageSkeleton } from "../../components/ui/states.tsx";
import type { WindowContent } from "../../components/ui/windows/window-frame.tsx";
import { badgeText } from "../../lib/badge-text.ts";
import { chatUrlOf } from "../../lib/chat-address.ts";
import { chatUnseenQuery } from "../../lib/chat-unseen.ts";
import classes from "./chat-window.module.css";
import { useChatOwner } from "./store/chat-owner.ts";
import { windowRoom } from "./store/window-room.ts";

const ChatInWindow = createPreloadable(async () => ({
  default: (await import("./chat-in-window.tsx")).ChatInWindow,
}));

/**
 * The window 'Chat' (§2). All kinds of windows are loaded with the first window. The content of the chat window is loaded separately,
 * shortly after the page's own requests.
 */
export const chatWindow: WindowContent = {
  useTitle() {
    const { t } = useTranslation();
    const count = useQuery(chatUnseenQuery).data ?? 0;
    return count > 0 ? `${t("nav.chat")} (${badgeText(count)})` : t("nav.chat");
  },
  Body: () => (
    <div className={classes.body}>
      <Suspense fallback={<PageSkeleton blocks={2} />}>
        <ChatInWindow />
      </Suspense>
    </div>
  ),
  prepare: ChatInWindow.prepare,
  usePopOutTo() {
    const owner = useChatOwner();
    const { room } = useSyncExternalStore(windowRoom.subscribe, () => windowRoom.get(owner));
    return room ? chatUrlOf(room) : "/chat";
  },
};
