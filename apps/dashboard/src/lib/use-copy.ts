import { useTranslation } from "react-i18next";
import { openCopiedNotice } from "../components/ui/dialogs/copied.ts";
import { notify } from "./notify.ts";
import { copyText } from "./sharing.ts";

/** Returns a function that copies a string to the clipboard and confirms it, or shows why that failed. */
export function useCopy(): (text: string, done: string) => void {
  const { t } = useTranslation();
  return (text, done) =>
    void copyText(text).then(
      () => openCopiedNotice(done),
      () => notify.failure({ message: t("share.refused") }),
    );
}
