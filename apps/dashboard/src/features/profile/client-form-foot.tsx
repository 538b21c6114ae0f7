import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The save button and notes below a form that edits the client. */
export function ClientFormFooter({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button type="submit" loading={isSending}>
        {t("profile.save")}
      </Button>
    </Group>
  );
}
