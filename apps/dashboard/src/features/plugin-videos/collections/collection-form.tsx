import { Button, Group, Stack, TextInput } from "@mantine/core";
import { COLLECTION_NAME_MAX_LENGTH, type CollectionView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { saveOverLatest } from "../../../lib/edit-conflict.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { readAgain } from "../plugin-queries.ts";

/** Asks for the name of a new collection, or for another one of this. */
export function openCollectionForm(collection?: CollectionView): void {
  const closing = openDialog({
    title: i18next.t(collection ? "pluginVideos.collections.renameTitle" : "pluginVideos.collections.create"),
    children: <CollectionForm collection={collection} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

interface CollectionFormProps {
  collection: CollectionView | undefined;
  onEnd: () => void;
}

function CollectionForm({ collection, onEnd }: CollectionFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    name: "collection",
    initialValues: { name: collection?.name ?? "" },
    validate: ({ name }) => ({ name: name.trim() ? null : t("pluginVideos.collections.nameMissing") }),
    send: ({ name }) =>
      collection ? rename(collection.uuid, name) : call(routes.addCollection, { body: { name } }),
    async onSent({ name }) {
      notify.success({
        message: t(collection ? "pluginVideos.collections.renamed" : "pluginVideos.collections.created", {
          name,
        }),
      });
      onEnd();
      await readAgain(queries);
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault
          fault={fault}
          title={t(collection ? "pluginVideos.faults.rename" : "pluginVideos.faults.create")}
        />
        <TextInput
          label={t("pluginVideos.collections.name")}
          description={t("pluginVideos.collections.nameHint")}
          data-autofocus
          maxLength={COLLECTION_NAME_MAX_LENGTH}
          {...form.getInputProps("name")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(collection ? "pluginVideos.collections.rename" : "pluginVideos.collections.createConfirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Saves the name alone: rules that somebody else changed meanwhile stay his. */
async function rename(id: string, name: string): Promise<{ name: string }> {
  await saveOverLatest(
    () => call(routes.getCollection, { params: { id } }),
    async ({ revision }) => {
      await call(routes.updateCollection, { params: { id }, body: { revision, name } });
      return true;
    },
  );
  return { name: name.trim() };
}
