import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { MAX_CHANGED_PLUGIN_VIDEOS, type PluginVideoItem, routes } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { ErrorState } from "../../components/ui/states.tsx";
import { errorText } from "../../lib/error-text.ts";
import { findOptions } from "../../lib/find-options.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { collectionsQuery, reloadPluginVideos } from "./plugin-queries.ts";

/**
 * Returns functions that hide, show, link, unlink and delete media.
 * @param onDone called when an action is complete.
 */
export function useMediaActions(items: readonly PluginVideoItem[], onDone?: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const uuids = items.map(({ uuid }) => uuid);

  /** Runs an action in batches. @param send applies the action to one batch, and returns the number of media that were changed. */
  async function inBatches(send: (some: string[]) => Promise<number>): Promise<number> {
    let count = 0;
    try {
      for (let from = 0; from < uuids.length; from += MAX_CHANGED_PLUGIN_VIDEOS)
        count += await send(uuids.slice(from, from + MAX_CHANGED_PLUGIN_VIDEOS));
      onDone?.();
    } finally {
      // The batches before the failed batch have been changed, so the lists are reloaded.
      await reloadPluginVideos(queries);
    }
    return count;
  }
  const change = (wanted: { isHidden?: boolean; collection?: string | null }) =>
    inBatches(
      async (some) => (await call(routes.changePluginVideos, { body: { ...wanted, uuids: some } })).changed,
    );
  const hiding = useMutation({
    mutationFn: (isHidden: boolean) => change({ isHidden }),
    onSuccess: (count, isHidden) =>
      notify.success({ message: t(isHidden ? "pluginVideos.hideDone" : "pluginVideos.showDone", { count }) }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  async function link(collection: { uuid: string; name: string }): Promise<void> {
    const count = await change({ collection: collection.uuid });
    notify.success({ message: t("pluginVideos.linkDone", { count, name: collection.name }) });
  }
  function openLinkDialog(): void {
    const closing = openDialog({
      title: t("pluginVideos.linkTitle", { count: items.length }),
      children: <LinkForm onLink={link} onEnd={() => void closing.then((close) => close())} />,
    });
    // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
    closing.catch(() => undefined);
  }
  const confirmUnlink = () =>
    askConfirmation({
      title: t("pluginVideos.unlinkTitle", { count: items.length }),
      text: t("pluginVideos.unlinkText"),
      confirm: t("pluginVideos.unlink"),
      failed: { title: t("pluginVideos.faults.link"), textOf: errorText },
      async run() {
        const count = await change({ collection: null });
        notify.success({ message: t("pluginVideos.unlinkDone", { count }) });
      },
    });
  const deleteAll = () =>
    inBatches(async (some) => (await call(routes.deletePluginVideos, { body: { uuids: some } })).deleted);
  const confirmDelete = () =>
    askConfirmation({
      title: t("pluginVideos.deleteTitle", { count: items.length }),
      text: t("pluginVideos.deleteText"),
      confirm: t("pluginVideos.delete"),
      failed: { title: t("pluginVideos.faults.deleteVideo"), textOf: errorText },
      async run() {
        const count = await deleteAll();
        notify.success({ message: t("pluginVideos.deleteDone", { count }) });
      },
    });
  return { hide: hiding.mutate, confirmDelete, openLinkDialog, confirmUnlink, isRunning: hiding.isPending };
}

interface LinkFormProps {
  onLink: (collection: { uuid: string; name: string }) => Promise<void>;
  onEnd: () => void;
}

/** Asks for the collection to which media are added. */
function LinkForm({ onLink, onEnd }: LinkFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const { data, error, refetch } = useQuery(collectionsQuery);
  const collections = data?._embedded ?? [];
  const { form, fault, isSending, handleSubmit } = useAppForm({
    name: "plugin-link",
    initialValues: { collection: "" },
    validate: ({ collection }) => ({ collection: collection ? null : t("pluginVideos.collectionMissing") }),
    async send({ collection }) {
      const chosen = collections.find(({ uuid }) => uuid === collection);
      if (chosen) await onLink(chosen);
    },
    onSent: onEnd,
  });
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} title={t("pluginVideos.faults.link")} />
        {data && collections.length === 0 ? (
          <Text size="sm">{t("pluginVideos.noCollectionYet")}</Text>
        ) : (
          <Select
            label={t("pluginVideos.collection")}
            description={t("pluginVideos.linkHint")}
            searchable
            filter={findOptions}
            data-autofocus
            nothingFoundMessage={t("pluginVideos.noSuchCollection")}
            data={collections.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            {...form.getInputProps("collection")}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending} disabled={collections.length === 0}>
            {t("pluginVideos.linkConfirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
