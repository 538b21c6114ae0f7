import { ModalsProvider } from "@mantine/modals";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Questions over the page; Escape and a named button close them. */
export function TranslatedModals({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { "aria-label": t("common.close") } }}>
      {children}
    </ModalsProvider>
  );
}
