import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

/** Says that several lives of cameras do not begin at once: there is one camera here (§5). */
export async function openSeveralCameras(): Promise<void> {
  await openDialog({
    title: i18next.t("live.capture.several.title"),
    children: i18next.t("live.capture.several.text"),
  });
}
