import { ModalsProvider, modals } from "@mantine/modals";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { announceMaker } from "./maker.ts";

export function DialogPlace() {
  const { t } = useTranslation();
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { "aria-label": t("common.close") } }}>
      <Ready />
    </ModalsProvider>
  );
}

/** Inside the provider, so that it listens when this says so. */
function Ready() {
  useEffect(() => announceMaker(modals), []);
  return null;
}
