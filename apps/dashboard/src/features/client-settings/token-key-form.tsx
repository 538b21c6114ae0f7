import { Button, Group, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type AddedStreamingKey, routes } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CodeArea } from "../../components/ui/code-area.tsx";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { downloadText } from "../../lib/download-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { KeyForm, type NewKeyProps, preloadSecretDialog } from "./key-form.tsx";
import { tokenKeysQuery } from "./token-keys-query.ts";

/** Who creates the key pair: the platform or the user. */
const KEY_ORIGINS = ["platform", "own"] as const;

interface TokenKeyValues extends Record<string, unknown> {
  name: string;
  maker: (typeof KEY_ORIGINS)[number];
  /** The public key in PEM format. Used only for a key pair that the user created. */
  publicKey: string;
}

/** Adds a key that verifies streaming tokens. */
export function TokenKeyForm({ clientUuid, onClose }: NewKeyProps) {
  const { t } = useTranslation();
  const state = useTokenKeyForm(clientUuid, onClose);
  const { form } = state;
  const { maker } = form.getValues();
  return (
    <KeyForm
      state={state}
      onClose={onClose}
      title={t("configs.tokens.add")}
      failed={t("configs.tokens.failed")}
    >
      <TextInput
        label={t("configs.name")}
        name="name"
        maxLength={100}
        maw={420}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Radio.Group label={t("configs.tokens.maker")} {...form.getInputProps("maker")}>
        <Stack gap="xs" mt="xs">
          {KEY_ORIGINS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`configs.tokens.makers.${each}`)}
              description={t(`configs.tokens.makerHints.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {maker === "own" && (
        <Textarea
          label={t("configs.tokens.publicKey")}
          description={t("configs.tokens.publicKeyHint")}
          name="publicKey"
          rows={5}
          maxLength={2_000}
          placeholder={"-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----"}
          spellCheck={false}
          styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: 12.5 } }}
          {...form.getInputProps("publicKey")}
        />
      )}
    </KeyForm>
  );
}

function useTokenKeyForm(clientUuid: string, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm<TokenKeyValues, AddedStreamingKey>({
    initialValues: { name: "", maker: "platform", publicKey: "" },
    validate: ({ name, maker, publicKey }) => ({
      name: !name.trim() && t("configs.nameMissing"),
      publicKey: maker === "own" && !publicKey.trim() && t("configs.tokens.publicKeyMissing"),
    }),
    async send({ name, maker, publicKey }) {
      await preloadSecretDialog();
      return call(routes.addStreamingKey, {
        params: { id: clientUuid },
        body: { name: name.trim(), ...(maker === "own" ? { publicKey: publicKey.trim() } : {}) },
      });
    },
    async onSent({ uuid, name, privateKey }) {
      if (privateKey !== null) openPrivateKeyDialog({ uuid, name, privateKey });
      else notify.success({ message: t("configs.tokens.added", { name }) });
      onClose();
      await queries.invalidateQueries(tokenKeysQuery(clientUuid));
    },
  });
}

interface PrivateKey {
  uuid: string;
  name: string;
  /** The private key in PEM (PKCS #8). */
  privateKey: string;
}

/**
 * Shows the private key of a pair created by the platform, which cannot be shown again. Only the dialog's button closes it, so that it is
 * not closed by accident.
 */
function openPrivateKeyDialog(key: PrivateKey): void {
  const closing = openDialog({
    title: i18next.t("configs.tokens.privateTitle", { name: key.name }),
    size: "lg",
    isHeld: true,
    children: <PrivateKeyText {...key} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
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
