import { Button, Group, Stack, Text } from "@mantine/core";
import type { AddedApiKey } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

type NewKey = Pick<AddedApiKey, "uuid" | "description" | "secret">;

/** Shows, this once, the secret of a key. Only its button closes it. */
export function openSecret(key: NewKey): void {
  const closing = openDialog({
    title: i18next.t("apiKeys.secretTitle", { name: key.description }),
    size: "lg",
    isHeld: true,
    children: <Secret {...key} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told when it could not be fetched.
  closing.catch(() => undefined);
}

function Secret({ uuid, secret, onEnd }: NewKey & { onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t("apiKeys.secretText")}</Text>
      <CopyField label={t("apiKeys.user")} value={uuid} copied={t("apiKeys.userCopied")} />
      <CopyField label={t("apiKeys.secret")} value={secret} copied={t("apiKeys.secretCopied")} />
      <Group justify="flex-end">
        <Button onClick={onEnd}>{t("apiKeys.secretDone")}</Button>
      </Group>
    </Stack>
  );
}
