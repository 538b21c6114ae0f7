import { Text } from "@mantine/core";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { WindowContent } from "../../components/ui/windows/window-frame.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { uploads, useUploads } from "./uploads.ts";
import { isWaitingPage } from "./waiting-page.ts";

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
  const { pathname } = useLocation();
  /** Closes the window, unless it has files that are waiting or uploading. */
  function handleDone(): void {
    if (uploads.snapshot().length > 0) return;
    windows.close("newVideos");
    if (!isWaitingPage(pathname)) void navigate("/");
  }
  return <CreationForm onLive={() => windows.open("newLive")} onDone={handleDone} />;
}

/** Shows the progress of all files together. */
function UploadSummary() {
  const { t } = useTranslation();
  const sent = useUploads().filter(({ status }) => status !== "chosen" && status !== "error");
  if (sent.length === 0) return null;
  const totalBytes = sent.reduce((sum, item) => sum + item.sizeBytes, 0);
  const doneBytes = sent.reduce((sum, item) => sum + (item.sizeBytes * item.percent) / 100, 0);
  const done = sent.filter(({ status }) => status === "uploaded").length;
  const percent = Math.floor(totalBytes === 0 ? 0 : (100 * doneBytes) / totalBytes);
  return (
    <Text size="xs" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
      {t("uploads.summary", { done, total: sent.length, percent })}
    </Text>
  );
}
