import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useWindows, windows } from "../components/ui/windows/windows.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { notify } from "../lib/notify.ts";
import { stopRegistered } from "../lib/session-end.ts";

const KIND = "newVideos";

// While files are being uploaded, their window cannot be closed.
uploads.subscribe(() => windows.lock(KIND, uploads.isBusy));

/** Connects uploads with their window: the end of uploads is shown here, and a closed window discards its files. */
export function useUploadsInWindows(): void {
  useUploadEnd();
  useForgetting();
}

/** Clears the list after the last upload, and returns the user to the start page (§4). */
function useUploadEnd(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(
    () =>
      uploads.onAllUploaded(() => {
        windows.close(KIND);
        notify.success({ message: t("uploads.allDone") });
        void navigate("/");
      }),
    [navigate, t],
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
  // The uploads have stopped even if the server could not be informed.
  await abandoning.catch(() => undefined);
}
