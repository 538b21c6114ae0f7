import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

/** Warns that several camera lives cannot start at once: this device has one camera (§5). */
export async function openSeveralCameras(): Promise<void> {
  await openDialog({
    title: i18next.t("live.capture.several.title"),
    children: i18next.t("live.capture.several.text"),
  });
}
