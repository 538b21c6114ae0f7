import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { WindowContents } from "../components/ui/windows/window-frame.tsx";
import { windows } from "../components/ui/windows/windows.ts";
import { UploadSummary } from "../features/uploads/upload-summary.tsx";
import { uploads } from "../features/uploads/uploads.ts";
import { loadTexts } from "../i18n/index.ts";
import { hasScreen } from "./screens.ts";

const CreationForm = lazy(async () => {
  const parts = [import("../features/uploads/creation-form.tsx"), loadTexts("creation", "profile")] as const;
  const [module] = await Promise.all(parts);
  return { default: module.CreationForm };
});

/** What each kind of floating window shows. A kind that is not here does not open. */
export const windowContents: WindowContents = {
  newVideos: {
    useTitle: () => useTranslation().t("uploads.title"),
    Summary: UploadSummary,
    Body: NewVideos,
    useLockReason: () => useTranslation().t("uploads.locked"),
  },
};

function NewVideos() {
  const navigate = useNavigate();
  /** Files that wait for their start, or are on their way, keep the window. */
  function handleDone(): void {
    if (uploads.snapshot().length > 0) return;
    windows.close("newVideos");
    void navigate("/");
  }
  const onLive = hasScreen("newLive") ? () => windows.open("newLive") : undefined;
  return <CreationForm onLive={onLive} onDone={handleDone} />;
}
