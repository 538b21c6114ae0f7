import { TextInput } from "@mantine/core";
import { type AddedApiKey, API_KEY_DESCRIPTION_MAX_LENGTH, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import { KeyForm, type NewKeyProps, prepareToShow } from "../key-form.tsx";
import { apiKeysQuery } from "./api-keys-query.ts";
import { openSecret } from "./secret-dialog.tsx";

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
