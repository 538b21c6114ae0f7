import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { WindowContents } from "../components/ui/windows/window-frame.tsx";
import type { FloatingWindow } from "../components/ui/windows/window-state.ts";
import { windows } from "../components/ui/windows/windows.ts";
import { UploadSummary } from "../features/uploads/upload-summary.tsx";
import { uploads } from "../features/uploads/uploads.ts";

const CreationForm = lazy(async () => ({
  default: (await import("../features/uploads/creation-form.tsx")).CreationForm,
}));
const LiveWindow = lazy(async () => ({
  default: (await import("../features/lives/live-window.tsx")).LiveWindow,
}));
const LiveSummary = lazy(async () => ({
  default: (await import("../features/lives/live-summary.tsx")).LiveSummary,
}));

/** What each kind of floating window shows. A kind that is not here does not open. */
export const windowContents: WindowContents = {
  newVideos: {
    useTitle: () => useTranslation().t("uploads.title"),
    Summary: UploadSummary,
    Body: NewVideos,
    useLockReason: () => useTranslation().t("uploads.locked"),
  },
  newLive: {
    useTitle: ({ number }) => useTranslation().t("windows.newLive", { number }),
    Summary: NewLiveSummary,
    Body: NewLive,
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
  return <CreationForm onLive={() => windows.open("newLive")} onDone={handleDone} />;
}

function NewLive({ window }: { window: FloatingWindow }) {
  return <LiveWindow window={window} onVod={() => windows.open("newVideos")} />;
}

function NewLiveSummary({ window: { subject } }: { window: FloatingWindow }) {
  return <Suspense>{subject !== "" && <LiveSummary uuid={subject} />}</Suspense>;
}
