import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useNavigate } from "react-router";
import { uploadWindow, useUploadWindow } from "../features/uploads/upload-window-state.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { notify } from "../lib/notify.ts";
import { meQuery } from "../lib/queries.ts";
import { openRealtime } from "../lib/realtime.ts";
import { followVideos } from "../lib/video-updates.ts";
import { DeletionBanner } from "./deletion-banner.tsx";
import { NavBar } from "./nav-bar.tsx";
import classes from "./shell.module.css";

const UploadWindow = lazy(() =>
  import("../features/uploads/upload-window.tsx").then((module) => ({ default: module.UploadWindow })),
);

/** Around every page of a signed-in user: navigation, what the server tells, and uploads that outlive the page. */
export function Shell() {
  const { t } = useTranslation();
  const { data: user } = useQuery(meQuery);
  useLiveVideos();
  useUploadEnd();
  const isUploadWindowThere = useUploadWindow() !== "closed";
  if (user === null) return <Navigate to="/" replace />;
  if (!user) return null;
  return (
    <>
      <button type="button" className={classes.skip} onClick={focusContent}>
        {t("nav.skip")}
      </button>
      <NavBar user={user} />
      <DeletionBanner user={user} />
      <main id="content" tabIndex={-1} className={classes.content} data-padded={isUploadWindowThere}>
        <Outlet />
      </main>
      {isUploadWindowThere && (
        <Suspense>
          <UploadWindow />
        </Suspense>
      )}
    </>
  );
}

/** A button, not a link: the address belongs to the router. */
function focusContent(): void {
  document.getElementById("content")?.focus();
}

function useLiveVideos(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const socket = openRealtime();
    const stop = followVideos(socket, queries);
    socket.on("video.deleted", ({ uuid }) => uploads.forget(uuid));
    return () => {
      stop();
      socket.close();
    };
  }, [queries]);
}

/** After the last upload the list is cleared and the user goes to the start (§4). */
function useUploadEnd(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(
    () =>
      uploads.onAllUploaded(() => {
        uploadWindow.close();
        notify.success({ message: t("uploads.allDone") });
        void navigate("/");
      }),
    [navigate, t],
  );
}
