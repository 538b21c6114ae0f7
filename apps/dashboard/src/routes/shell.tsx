import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation, useNavigationType } from "react-router";
import { registerShellWorker } from "../cached-shell/register-shell-worker.ts";
import { preloadDialogs } from "../components/ui/dialogs/dialogs.tsx";
import { createPreloadable } from "../components/ui/preloadable.tsx";
import { preloadToasts } from "../components/ui/toasts.tsx";
import { useWindows } from "../components/ui/windows/windows.ts";
import { meQuery } from "../lib/queries.ts";
import { hasChat } from "./chat/has-chat.ts";
import { DeletionBanner } from "./deletion-banner.tsx";
import { lazyPart } from "./lazy-part.ts";
import { NavBar } from "./nav-bar.tsx";
import classes from "./shell.module.css";
import { useUploadsInWindows } from "./uploads-in-windows.ts";
import { useNumberedEntries } from "./use-numbered-entries.ts";
import { useRealtime } from "./use-realtime.ts";
import { ViewBar } from "./view-bar.tsx";

/** Receives chat events, and shows the number of unread messages. */
const LazyChatNews = lazyPart(async () => (await import("./chat/chat-button.tsx")).ChatNews);

const loadWindows = async () => (await import("./windows-host.tsx")).loadWindowsHost();
const LazyWindowsHost = createPreloadable(loadWindows);

/** The delay of preloading, in ms, so that it starts after the page's own requests. */
const PRELOAD_DELAY_MS = 2_000;

/** The frame of every page for a signed-in user: navigation, realtime updates, and windows that outlive the page. */
export function Shell() {
  const { t } = useTranslation();
  const { data: user } = useQuery(meQuery);
  const { pathname } = useLocation();
  const hasWindows = useWindows().length > 0;
  useRealtime();
  useUploadsInWindows();
  useNumberedEntries();
  useEffect(schedulePreload, []);
  useScrollToTop(pathname);
  if (user === null) return <Navigate to="/auth" replace />;
  if (!user) return null;
  const isChat = /^\/chat(\/|$)/.test(pathname);
  return (
    <>
      <button type="button" className={classes.skip} onClick={focusContent}>
        {t("nav.skip")}
      </button>
      {!isChat && <NavBar user={user} />}
      <ViewBar />
      <DeletionBanner user={user} />
      {hasChat(user) && (
        <Suspense>
          <LazyChatNews />
        </Suspense>
      )}
      <main
        id="content"
        tabIndex={-1}
        className={classes.content}
        data-padded={hasWindows && !isChat}
        data-whole={isChat}
      >
        <Outlet />
      </main>
      {hasWindows && (
        <Suspense fallback={<div hidden data-loading />}>
          <LazyWindowsHost />
        </Suspense>
      )}
    </>
  );
}

/** Scrolls each new screen to its top, and focuses it if the focused element was part of the previous screen. */
function useScrollToTop(pathname: string): void {
  const isForward = useNavigationType() !== "POP";
  const isFirst = useRef(true);
  // Uses a layout effect, because it runs before the effects of the screen, which may scroll to one of its sections.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per screen
  useLayoutEffect(() => {
    if (isForward) window.scrollTo({ top: 0 });
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per screen
  useEffect(() => {
    // On the first screen, the focus stays at the start of the page, so that keyboard users reach the navigation first.
    if (!isFirst.current && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [pathname]);
}

/** Preloads the code that every page may need soon, so that it is available even without a network. */
function schedulePreload(): () => void {
  const timer = setTimeout(() => {
    for (const prepare of [preloadDialogs, preloadToasts, LazyWindowsHost.prepare, registerShellWorker])
      prepare().catch(() => undefined);
  }, PRELOAD_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Moves the focus to the content. Called by a button, because an anchor link would change the hash of the URL, which the router uses. */
function focusContent(): void {
  document.getElementById("content")?.focus();
}
