import { useEffect } from "react";
import { useTranslation } from "react-i18next";

let shown = document.title;
let note = "";

const write = () => {
  document.title = note ? `(${note}) ${shown}` : shown;
};

/** Puts something before the title of whatever page is shown, such as how many messages are unread; "" takes it away. */
export function setTitleNote(text: string): void {
  note = text;
  write();
}

/** The tab's title: the page, then the product. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation();
  const name = t("app.name");
  useEffect(() => {
    shown = title ? `${title} · ${name}` : name;
    write();
  }, [title, name]);
}
