import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type CollectionView, MAX_COLLECTION_NAME_LENGTH, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { ConflictNotice } from "../../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useEditForm } from "../../../components/ui/form/use-edit-form.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { reloadPluginVideos } from "../plugin-queries.ts";

/** Asks for the name of a new collection, or renames the given one. */
export function openCollectionForm(collection?: CollectionView): void {
  const closing = openDialog({
    title: i18next.t(collection ? "pluginVideos.collections.renameTitle" : "pluginVideos.collections.create"),
    children: <CollectionForm collection={collection} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

type NamedCollection = Pick<CollectionView, "name" | "revision">;

interface CollectionFormProps {
  collection: CollectionView | undefined;
  onEnd: () => void;
}

function CollectionForm({ collection, onEnd }: CollectionFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const queries = useQueryClient();
  const params = { id: collection?.uuid ?? "" };
  const { form, fault, isSending, handleSubmit, changes, acceptForeign } = useEditForm<
    { name: string },
    NamedCollection
  >({
    entity: collection ?? { revision: 0, name: "" },
    valuesOf: ({ name }) => ({ name }),
    validate: ({ name }) => ({ name: name.trim() ? null : t("pluginVideos.collections.nameMissing") }),
    // Loads the latest revision, so that rules which another user has changed in the meantime are kept.
    read: () => call(routes.getCollection, { params }),
    save: ({ name = "" }, revision) =>
      collection
        ? call(routes.updateCollection, { params, body: { revision, name } })
        : call(routes.addCollection, { body: { name } }),
    async onSaved({ name }) {
      notify.success({
        message: t(collection ? "pluginVideos.collections.renamed" : "pluginVideos.collections.created", {
          name,
        }),
      });
      onEnd();
      await reloadPluginVideos(queries);
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault
          fault={fault}
          title={t(collection ? "pluginVideos.faults.rename" : "pluginVideos.faults.create")}
        />
        <ConflictNotice changes={changes} textOf={(_, name) => String(name)} onAccept={acceptForeign} />
        <TextInput
          label={t("pluginVideos.collections.name")}
          description={t("pluginVideos.collections.nameHint")}
          data-autofocus
          maxLength={MAX_COLLECTION_NAME_LENGTH}
          {...form.getInputProps("name")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
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
