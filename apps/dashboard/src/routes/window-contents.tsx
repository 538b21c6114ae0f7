import { lazy } from "react";
import { useTranslation } from "react-i18next";
import type { WindowContents } from "../components/ui/windows/window-frame.tsx";
import { UploadSummary } from "../features/uploads/upload-summary.tsx";

const UploadForm = lazy(() =>
  import("../features/uploads/upload-form.tsx").then((module) => ({ default: module.UploadForm })),
);

/** What each kind of floating window shows. A kind that is not here does not open. */
export const windowContents: WindowContents = {
  newVideos: {
    useTitle: () => useTranslation().t("uploads.title"),
    Summary: UploadSummary,
    Body: UploadForm,
    useLockReason: () => useTranslation().t("uploads.locked"),
  },
};
