import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CodeArea } from "../../components/ui/code-area.tsx";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { downloadText } from "../../lib/download-text.ts";

interface PrivateKey {
  uuid: string;
  name: string;
  /** PEM (PKCS #8). */
  privateKey: string;
}

/** Shows, this once, the private half of a pair that the platform made. Only its button closes it. */
export function openPrivateKey(key: PrivateKey): void {
  const closing = openDialog({
    title: i18next.t("configs.tokens.privateTitle", { name: key.name }),
    size: "lg",
    isHeld: true,
    children: <PrivateKeyText {...key} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told when it could not be fetched.
  closing.catch(() => undefined);
}

function PrivateKeyText({ uuid, privateKey, onEnd }: PrivateKey & { onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t("configs.tokens.privateText")}</Text>
      <CodeArea label={t("configs.tokens.privateKey")} code={privateKey.trimEnd()} rows={6} />
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <CopyButton text={privateKey} />
          <Button
            variant="default"
            leftSection={<IconDownload size={17} />}
            onClick={() => downloadText(`streaming-key-${uuid}.pem`, privateKey)}
          >
            {t("common.download")}
          </Button>
        </Group>
        <Button onClick={onEnd}>{t("configs.tokens.privateDone")}</Button>
      </Group>
    </Stack>
  );
}
