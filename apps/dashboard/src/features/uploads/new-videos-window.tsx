import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { WindowContent } from "../../components/ui/windows/window-frame.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { UploadSummary } from "./upload-summary.tsx";
import { uploads } from "./uploads.ts";

const CreationForm = lazy(async () => ({ default: (await import("./creation-form.tsx")).CreationForm }));

/** The window with the form for new videos. */
export const newVideosWindow: WindowContent = {
  useTitle: () => useTranslation().t("uploads.title"),
  Summary: UploadSummary,
  Body: NewVideos,
  useLockReason: () => useTranslation().t("uploads.locked"),
};

function NewVideos() {
  const navigate = useNavigate();
  /** Files that wait for their start, or are on their way, keep the window. */
  function handleDone(): void {
    if (uploads.snapshot().length > 0) return;
    windows.close("newVideos");
    void navigate("/");
  }
  return <CreationForm onLive={() => windows.open("newLive")} onDone={handleDone} />;
}
