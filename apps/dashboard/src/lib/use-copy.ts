import { useTranslation } from "react-i18next";
import { notify } from "./notify.ts";
import { copyText } from "./sharing.ts";

const COPIED_MS = 3_000; // §2: copy notices close after 3 s

/** Puts a text on the clipboard and says so, or why not. */
export function useCopy(): (text: string, done: string) => void {
  const { t } = useTranslation();
  return (text, done) =>
    void copyText(text).then(
      () => notify.success({ message: done, autoClose: COPIED_MS }),
      () => notify.failure({ message: t("share.refused") }),
    );
}
