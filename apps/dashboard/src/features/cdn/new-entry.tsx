import { Button, Group, Stack, Text } from "@mantine/core";
import { type CdnEntryView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";
import {
  type EntryValues,
  entryBodyOf,
  findEntryFaults,
  NEW_ENTRY,
  OptionalFields,
  RequiredFields,
} from "./entry-fields.tsx";

/** Opens the form for a new entry. */
export function openNewEntry(): void {
  const closing = openDialog({
    title: i18next.t("cdn.create"),
    size: "lg",
    children: <NewEntry onClose={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

/** Creates an entry, and shows its address once it exists. */
export function NewEntry({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CdnEntryView>();
  return made ? (
    <CreatedEntry entry={made} onClose={onClose} />
  ) : (
    <NewEntryForm onClose={onClose} onMade={setMade} />
  );
}

function CreatedEntry({ entry, onClose }: { entry: CdnEntryView; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <div role="status">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {t("cdn.made", { name: entry.name })}
        </Text>
        <Text size="sm" c="dimmed">
          {t("cdn.madeHint", { origin: entry.originUrl })}
        </Text>
      </div>
      <CopyField label={t("cdn.newUrl")} value={entry.url} copied={t("cdn.copied")} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("common.close")}</Button>
      </Group>
    </Stack>
  );
}

const REQUIRED_FIELDS: readonly string[] = ["name", "originUrl"];

function NewEntryForm({ onClose, onMade }: { onClose: () => void; onMade: (entry: CdnEntryView) => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onClose);
  const [isMoreWanted, setMoreWanted] = useState(false);
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<EntryValues, CdnEntryView>({
    initialValues: NEW_ENTRY,
    validate: findEntryFaults,
    send: (values) => {
      const { name = "", originUrl = "", ...rest } = entryBodyOf(values);
      return call(routes.createCdnEntry, { body: { name, originUrl, ...rest } });
    },
    async onSent(entry) {
      onMade(entry);
      await queries.invalidateQueries({ queryKey: [CDN_KEY] });
    },
  });
  const isFurtherAtFault = Object.keys(form.errors).some((field) => !REQUIRED_FIELDS.includes(field));
  // Keeps the optional fields open while the user corrects an error in them.
  useEffect(() => {
    if (isFurtherAtFault) setMoreWanted(true);
  }, [isFurtherAtFault]);
  const isAllShown = isMoreWanted || isFurtherAtFault;
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("cdn.create")}>
      <Stack>
        <FormFault fault={fault} title={t("cdn.faults.create")} />
        <RequiredFields form={form} />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-expanded={isAllShown}
            disabled={isFurtherAtFault}
            onClick={() => setMoreWanted(!isAllShown)}
          >
            {t(isAllShown ? "cdn.less" : "cdn.more")}
          </Button>
          <Text size="sm" c="dimmed">
            {t("cdn.moreHint")}
          </Text>
        </Group>
        {isAllShown && <OptionalFields form={form} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("cdn.createNow")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
