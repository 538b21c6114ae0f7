import { Title } from "@mantine/core";
import { type ChatRoomSummary, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import { Logo } from "../../components/ui/logo.tsx";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { chatUrlOf } from "../../lib/chat-address.ts";
import { CHAT_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";
import { Chat } from "./chat.tsx";
import classes from "./chat-page.module.css";

/**
 * The pages /chat, /chat/{projectId} and /chat/{roomType}/{chatRoomId} (§2). The navigation bar is hidden on these pages, so the page has
 * its own link back.
 */
export function ChatPage() {
  const { t } = useTranslation();
  const { projectId, chatRoomId } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const page = useRef<HTMLDivElement>(null);
  usePageTitle(t("chat.title"));
  useTopCssVariable(page);
  // Closes the floating chat window, which would show the same content as the page.
  useEffect(() => windows.close("chat"), []);
  if (projectId !== undefined) return <ProjectChat project={projectId} />;
  const open = (room: ChatRoomSummary, message?: string) => void navigate(chatUrlOf(room, message));
  return (
    <div ref={page} className={classes.page}>
      <Chat
        room={chatRoomId}
        message={search.get("message") ?? undefined}
        onOpen={open}
        onBack={() => void navigate("/chat")}
      >
        <div className={classes.head}>
          {window.opener === null && (
            <Link to="/" className={classes.home} aria-label={t("chat.home")} title={t("chat.home")}>
              <Logo sizePx={28} />
            </Link>
          )}
          <Title order={1} size="h3">
            {t("chat.title")}
          </Title>
        </div>
      </Chat>
    </div>
  );
}

/**
 * Keeps the page's top position in a CSS variable, because it changes when bars above the page appear and disappear, such as the bar of the
 * viewed client.
 */
function useTopCssVariable(page: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { current } = page;
    if (!current) return;
    const measure = () =>
      current.style.setProperty(
        "--chat-top",
        `${Math.round(current.getBoundingClientRect().top + window.scrollY)}px`,
      );
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  });
}

/** Opens the room of a project. The server creates the room when it is first opened. */
function ProjectChat({ project }: { project: string }) {
  const query = useQuery({
    queryKey: [CHAT_KEY, "project", project],
    queryFn: () => call(routes.openProjectChatRoom, { params: { id: project } }),
    retry: false,
  });
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} />;
  return query.data ? <Navigate to={chatUrlOf(query.data)} replace /> : <PageSkeleton />;
}
