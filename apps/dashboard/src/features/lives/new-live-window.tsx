import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { WindowContent } from "../../components/ui/windows/window-frame.tsx";
import type { FloatingWindow } from "../../components/ui/windows/window-state.ts";
import { windows } from "../../components/ui/windows/windows.ts";

const LiveWindow = lazy(async () => ({ default: (await import("./live-window.tsx")).LiveWindow }));
const LiveSummary = lazy(async () => ({ default: (await import("./live-summary.tsx")).LiveSummary }));

/** The window with the form for a new live, and its preview once it is created. */
export const newLiveWindow: WindowContent = {
  useTitle: ({ number }) => useTranslation().t("windows.newLive", { number }),
  Summary: NewLiveSummary,
  Body: NewLive,
};

function NewLive({ window }: { window: FloatingWindow }) {
  return <LiveWindow window={window} onVod={() => windows.open("newVideos")} />;
}

function NewLiveSummary({ window: { subject } }: { window: FloatingWindow }) {
  return <Suspense>{subject !== "" && <LiveSummary uuid={subject} />}</Suspense>;
}
