import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";

interface DialogFormProps {
  fault: string | undefined;
  isSending: boolean;
  submit: string;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The form of a dialog, with the error above and the buttons below. */
export function DialogForm({ fault, isSending, submit, onSubmit, onCancel, children }: DialogFormProps) {
  const { t } = useTranslation();
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
