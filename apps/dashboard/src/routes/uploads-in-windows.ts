import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useWindows, windows } from "../components/ui/windows/windows.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { isWaitingPage } from "../features/uploads/waiting-page.ts";
import { notify } from "../lib/notify.ts";
import { stopRegistered } from "../lib/session-end.ts";

const KIND = "newVideos";

// While files are on their way, their window stays.
uploads.subscribe(() => windows.lock(KIND, uploads.isBusy));

/** Joins uploads and their window: what ends there shows here, and a closed window forgets its files. */
export function useUploadsInWindows(): void {
  useUploadEnd();
  useForgetting();
}

/** After the last upload the list is cleared and the user returns to the start page (§4), unless a form waits for the video. */
function useUploadEnd(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(
    () =>
      uploads.onAllUploaded(() => {
        windows.close(KIND);
        notify.success({ message: t("uploads.allDone") });
        if (!isWaitingPage(pathname)) void navigate("/");
      }),
    [navigate, pathname, t],
  );
}

function useForgetting(): void {
  const isThere = useWindows().some(({ kind }) => kind === KIND);
  useEffect(() => {
    if (!isThere && !uploads.isBusy) void uploads.abandon();
  }, [isThere]);
}

/** Stops every upload and closes every window, as at the end of a session. */
export async function closeEverything(): Promise<void> {
  const abandoning = Promise.all([uploads.abandon(), stopRegistered()]);
  windows.closeAll();
  // Regardless of whether the server is informed: the uploads have stopped.
  await abandoning.catch(() => undefined);
}
