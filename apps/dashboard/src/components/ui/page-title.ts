import { useEffect } from "react";
import { useTranslation } from "react-i18next";

let shown = document.title;
let note = "";

const write = () => {
  document.title = note ? `(${note}) ${shown}` : shown;
};

/** Sets a prefix for every page title, such as the number of unread messages, and marks the tab's icon; "" removes both. */
export function setTitleNote(text: string): void {
  note = text;
  write();
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = note ? "/shoal-unread.svg" : "/shoal.svg";
}

/** Sets the tab's title: the page, followed by the product. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation();
  const name = t("app.name");
  useEffect(() => {
    shown = title ? `${title} · ${name}` : name;
    write();
  }, [title, name]);
}
