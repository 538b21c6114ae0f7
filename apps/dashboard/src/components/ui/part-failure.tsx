import { Button, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { FormFault } from "./form/form-fault.tsx";

interface PartFailureProps {
  error: unknown;
  /** The title, which names the part that could not be loaded. */
  title?: string;
  onRetry: () => unknown;
}

/** Shows the failure of a part of a page, with a retry button. */
export function PartFailure({ error, title = "", onRetry }: PartFailureProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" align="flex-start">
      <FormFault fault={errorText(error)} {...(title ? { title } : {})} />
      <Button variant="default" size="xs" onClick={() => onRetry()}>
        {t("common.retry")}
      </Button>
    </Stack>
  );
}
