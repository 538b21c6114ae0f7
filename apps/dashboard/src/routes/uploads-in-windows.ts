import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useWindows, windows } from "../components/ui/windows/windows.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { isWaitingPage } from "../features/uploads/waiting-page.ts";
import { notify } from "../lib/notify.ts";
import { stopRegistered } from "../lib/session-end.ts";

const WINDOW_KIND = "newVideos";

// Locks the upload window, so that it cannot be closed while files are being uploaded.
uploads.subscribe(() => windows.lock(WINDOW_KIND, uploads.isBusy));

/** Connects uploads with their window: the end of uploads is reported on every page, and closing the window discards its files. */
export function useUploadsInWindows(): void {
  useUploadEnd();
  useDiscardOnClose();
}

/**
 * After the last upload the list is cleared and the user returns to the start page (§4), unless a form waits for the video, or the window
 * contains entries that have not been sent yet.
 */
function useUploadEnd(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isUnsaved = useWindows().some((window) => window.kind === WINDOW_KIND && window.isUnsaved);
  useEffect(
    () =>
      uploads.onAllUploaded(() => {
        notify.success({ message: t("uploads.allDone") });
        if (isUnsaved) return;
        windows.close(WINDOW_KIND);
        if (!isWaitingPage(pathname)) void navigate("/");
      }),
    [isUnsaved, navigate, pathname, t],
  );
}

function useDiscardOnClose(): void {
  const isThere = useWindows().some(({ kind }) => kind === WINDOW_KIND);
  useEffect(() => {
    if (!isThere && !uploads.isBusy) void uploads.abandon();
  }, [isThere]);
}

/** Stops every upload and closes every window, as at the end of a session. */
export async function stopAndCloseAll(): Promise<void> {
  const abandoning = Promise.all([uploads.abandon(), stopRegistered()]);
  windows.closeAll();
  // Ignores failures, because the uploads have stopped even if the server could not be informed.
  await abandoning.catch(() => undefined);
}
