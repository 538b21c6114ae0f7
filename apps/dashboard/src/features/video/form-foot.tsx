import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface FormFootProps {
  isSending: boolean;
  onCancel: () => void;
  /** What the button says; 'Save' when not given. */
  confirm?: string;
  isDangerous?: boolean;
}

/** Below the form of a section: confirm and cancel. */
export function FormFoot({ isSending, onCancel, confirm, isDangerous = false }: FormFootProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel} disabled={isSending}>
        {t("common.cancel")}
      </Button>
      <Button type="submit" loading={isSending} {...(isDangerous ? { color: "red.8" } : {})}>
        {confirm ?? t("manage.save")}
      </Button>
    </Group>
  );
}
