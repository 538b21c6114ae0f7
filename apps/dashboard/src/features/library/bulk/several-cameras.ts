import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { loadTexts } from "../../../i18n/index.ts";
import { notify } from "../../../lib/notify.ts";

/** Says that several lives of cameras do not begin at once: there is one camera here (§5). Texts come with the first use. */
export function openSeveralCameras(): void {
  loadTexts("live").then(
    () =>
      openDialog({
        title: i18next.t("live.capture.several.title"),
        children: i18next.t("live.capture.several.text"),
      }),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}
