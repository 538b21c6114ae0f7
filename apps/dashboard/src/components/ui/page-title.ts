import { useEffect } from "react";
import { useTranslation } from "react-i18next";

let pageTitle = document.title;
let titlePrefix = "";

const updateTitle = () => {
  document.title = titlePrefix ? `(${titlePrefix}) ${pageTitle}` : pageTitle;
};

/** Sets a prefix for every page title, such as the number of unread messages, and marks the tab's icon; "" removes both. */
export function setTitlePrefix(text: string): void {
  titlePrefix = text;
  updateTitle();
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = titlePrefix ? "/shoal-unread.svg" : "/shoal.svg";
}

/** Sets the tab's title: the page, followed by the product. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation();
  const name = t("app.name");
  useEffect(() => {
    pageTitle = title ? `${title} · ${name}` : name;
    updateTitle();
  }, [title, name]);
}
