import { Button, Group, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

/** Shows the signing secret, which cannot be shown again. Only the dialog's button closes it, so that it is not closed by accident. */
export function openWebhookSecretDialog(secret: string): void {
  const closing = openDialog({
    title: i18next.t("webhooks.secretTitle"),
    size: "lg",
    isHeld: true,
    children: <WebhookSecret secret={secret} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function WebhookSecret({ secret, onEnd }: { secret: string; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t("webhooks.secretText")}</Text>
      <CopyField label={t("webhooks.secret")} value={secret} copied={t("webhooks.secretCopied")} />
      <Group justify="flex-end">
        <Button onClick={onEnd}>{t("webhooks.secretDone")}</Button>
      </Group>
    </Stack>
  );
}
