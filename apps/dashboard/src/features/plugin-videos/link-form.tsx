import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { collectionsQuery } from "./plugin-queries.ts";

interface LinkFormProps {
  onLink: (collection: { uuid: string; name: string }) => Promise<void>;
  onEnd: () => void;
}

/** Asks for the collection that media are put into. */
export function LinkForm({ onLink, onEnd }: LinkFormProps) {
  const { t } = useTranslation();
  const { data } = useQuery(collectionsQuery);
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
            data-autofocus
            nothingFoundMessage={t("pluginVideos.noSuchCollection")}
            data={collections.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            {...form.getInputProps("collection")}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
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
