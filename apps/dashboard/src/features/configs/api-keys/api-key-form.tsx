import { Button, Group, TextInput } from "@mantine/core";
import { type AddedApiKey, API_KEY_DESCRIPTION_MAX_LENGTH, AppError, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { prepareDialogs } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useNoteUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import classes from "../configs.module.css";
import { apiKeysQuery } from "./api-keys-query.ts";
import { openSecret } from "./secret-dialog.tsx";

interface KeyValues extends Record<string, unknown> {
  description: string;
}

interface ApiKeyFormProps {
  clientUuid: string;
  onClose: () => void;
}

/** A key that is made; its secret is shown once it is there. */
export function ApiKeyForm({ clientUuid, onClose }: ApiKeyFormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useKeyForm(clientUuid, onClose);
  useNoteUnsaved(form.isDirty());
  return (
    <form className={classes.siteForm} noValidate aria-label={t("apiKeys.add")} onSubmit={handleSubmit}>
      <FormFault fault={fault} title={t("apiKeys.failed")} />
      <TextInput
        label={t("apiKeys.description")}
        description={t("apiKeys.descriptionHint")}
        name="description"
        maxLength={API_KEY_DESCRIPTION_MAX_LENGTH}
        maw={520}
        data-autofocus
        {...form.getInputProps("description")}
      />
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {t("apiKeys.add")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
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
      // Before the key is made: what shows its secret must be there, since it is told once.
      await prepareDialogs().catch((cause: unknown) => {
        throw new AppError("unavailable", String(cause));
      });
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
