import { Button, Group, Stack, Text } from "@mantine/core";
import { AppError } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { errorText } from "../../lib/error-text.ts";

/** Says that a video could not be made, and why (§8). */
export function openCreationFault(error: unknown): void {
  const closing = openDialog({
    title: i18next.t("creation.failure.title"),
    children: <CreationFault error={error} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

function CreationFault({ error, onEnd }: { error: unknown; onEnd: () => void }) {
  const { t } = useTranslation();
  const isFreeTier = error instanceof AppError && error.code === "free_tier_exceeded";
  return (
    <Stack role="alert">
      {!isFreeTier && <Text fw={600}>{t("creation.failure.text")}</Text>}
      <Text size="sm">{errorText(error)}</Text>
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
