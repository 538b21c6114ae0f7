import { Alert, Button, Group, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Shows the outcome of scheduling a deletion, with the button that closes the dialog. */
export function PlanDone({ text, onEnd }: { text: string; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="teal" role="status">
        {text}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onEnd} autoFocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
