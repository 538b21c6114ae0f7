import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** The tab's title: the page, then the product. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation();
  const name = t("app.name");
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
