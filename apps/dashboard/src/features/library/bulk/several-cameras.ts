import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

/** Warns that several camera lives cannot start at the same time, because this device has only one camera (§5). */
export async function openSeveralCameras(): Promise<void> {
  await openDialog({
    title: i18next.t("live.capture.several.title"),
    children: i18next.t("live.capture.several.text"),
  });
}
