import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type AddedApiKey, API_KEY_DESCRIPTION_MAX_LENGTH, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import { KeyForm, type NewKeyProps, prepareToShow } from "../key-form.tsx";
import { apiKeysQuery } from "./api-keys-query.ts";

interface KeyValues extends Record<string, unknown> {
  description: string;
}

/** A key that is made; its secret is shown once it is there. */
export function ApiKeyForm({ clientUuid, onClose }: NewKeyProps) {
  const { t } = useTranslation();
  const state = useKeyForm(clientUuid, onClose);
  const { form } = state;
  return (
    <KeyForm state={state} onClose={onClose} title={t("apiKeys.add")} failed={t("apiKeys.failed")}>
      <TextInput
        label={t("apiKeys.description")}
        description={t("apiKeys.descriptionHint")}
        name="description"
        maxLength={API_KEY_DESCRIPTION_MAX_LENGTH}
        maw={520}
        data-autofocus
        {...form.getInputProps("description")}
      />
    </KeyForm>
  );
}

function useKeyForm(clientUuid: string, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm<KeyValues, AddedApiKey>({
    initialValues: { description: "" },
    validate: ({ description }) => ({
      description: !description.trim() && t("apiKeys.descriptionMissing"),
    }),
    async send({ description }) {
      await prepareToShow();
      return call(routes.addApiKey, {
        params: { id: clientUuid },
        body: { description: description.trim() },
      });
    },
    async onSent(key) {
      openSecret(key);
      onClose();
      await queries.invalidateQueries(apiKeysQuery(clientUuid));
    },
  });
}

type NewKey = Pick<AddedApiKey, "uuid" | "description" | "secret">;

/** Shows, this once, the secret of a key. Only its button closes it. */
function openSecret(key: NewKey): void {
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
