import { Button, Code, Group, Stack, Text } from "@mantine/core";
import type { AddedApiKey, ApiKeyType } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

type NewKey = Pick<AddedApiKey, "uuid" | "type" | "description" | "secret" | "key">;

/** Shows a new key, which cannot be shown again. Only the dialog's button closes it, so that it is not closed by accident. */
export function openApiKeyDialog(key: NewKey): void {
  const closing = openDialog({
    title: i18next.t("apiKeys.secretTitle", { name: key.description }),
    size: "lg",
    isHeld: true,
    children: <ApiKeySecret apiKey={key} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

/** An example call for each type of key, as the options of the curl command and the path. */
const EXAMPLE_CALLS: Record<ApiKeyType, readonly [fields: string, path: string]> = {
  analytics: ["", "/api/search/_search?size=0"],
  read: ["", "/api/videos"],
  upload: ["-F title=First -F size=1000 ", "/api/videos"],
  live: ["-F title=First -F type=live ", "/api/videos"],
  full: ["", "/api/videos"],
  delivery: ["", "/api/configs"],
};

/** Returns the example as a curl command. @example curlCommandOf({ type: "read", key: "shoal_…" }, "https://video.example.com") */
function curlCommandOf({ type, key }: Pick<NewKey, "type" | "key">, url: string): string {
  const [fields, path] = EXAMPLE_CALLS[type];
  return `curl -H "Authorization: Bearer ${key}" ${fields}${url}${path}`;
}

function ApiKeySecret({ apiKey, onEnd }: { apiKey: NewKey; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t("apiKeys.secretText")}</Text>
      <CopyField label={t("apiKeys.key")} value={apiKey.key} copied={t("apiKeys.keyCopied")} />
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t("apiKeys.try")}
        </Text>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {curlCommandOf(apiKey, window.location.origin)}
        </Code>
      </Stack>
      <Text size="sm">{t("apiKeys.basicText")}</Text>
      <CopyField label={t("apiKeys.user")} value={apiKey.uuid} copied={t("apiKeys.userCopied")} />
      <CopyField label={t("apiKeys.secret")} value={apiKey.secret} copied={t("apiKeys.secretCopied")} />
      <Group justify="flex-end">
        <Button onClick={onEnd}>{t("apiKeys.secretDone")}</Button>
      </Group>
    </Stack>
  );
}
