import { Button, Drawer, Stack, Text, Title } from "@mantine/core";
import { type CdnEntryView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { UnsavedContext } from "../../components/ui/form/unsaved.ts";
import { useConfirmedClose } from "../../components/ui/form/use-confirmed-close.ts";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { EntryState } from "./entry-columns.tsx";
import {
  EntryFields,
  type EntryValues,
  entryBodyOf,
  findEntryFaults,
  valuesOfEntry,
} from "./entry-fields.tsx";
import { HostChecks } from "./host-checks.tsx";
import { SignedAddresses } from "./signed-addresses.tsx";

interface EntryDrawerProps {
  /** The entry shown in the drawer; undefined while the drawer is closed. */
  entry: CdnEntryView | undefined;
  onClose: () => void;
}

/** Shows the addresses and settings of an entry next to the list. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  const { t } = useTranslation();
  const { drawer, note } = useConfirmedClose(onClose);
  return (
    <Drawer
      opened={entry !== undefined}
      {...drawer}
      position="right"
      size={620}
      title={
        <Text component="span" fw={650} fz="lg" style={{ overflowWrap: "anywhere" }}>
          {entry?.name}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <UnsavedContext value={note}>
        {entry && <EntryDetails key={entry.uuid} entry={entry} onClose={onClose} />}
      </UnsavedContext>
    </Drawer>
  );
}

export function EntryDetails({ entry, onClose }: { entry: CdnEntryView; onClose: () => void }) {
  const { t } = useTranslation();
  const isReadOnly = !useCan("manager") || entry.state === "draining";
  return (
    <Stack gap="xl">
      <EntryState entry={entry} />
      <DrawerPart title={t("cdn.addresses")}>
        <CopyField label={t("cdn.newUrl")} value={entry.url} copied={t("cdn.copied")} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {t("cdn.madeHint", { origin: entry.originUrl })}
        </Text>
      </DrawerPart>
      <DrawerPart title={t("cdn.settings")}>
        <SettingsForm entry={entry} isReadOnly={isReadOnly} onClose={onClose} />
      </DrawerPart>
      {entry.hosts.length > 0 && (
        <DrawerPart title={t("cdn.hosts")}>
          <HostChecks entry={entry} isReadOnly={isReadOnly} />
        </DrawerPart>
      )}
      <DrawerPart title={t("cdn.secrets.title")}>
        <SignedAddresses entry={entry} isReadOnly={isReadOnly} />
      </DrawerPart>
    </Stack>
  );
}

function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function SettingsForm({
  entry,
  isReadOnly,
  onClose,
}: {
  entry: CdnEntryView;
  isReadOnly: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: entry.uuid };
  const edit: EditForm<EntryValues, CdnEntryView> = useEditForm({
    entity: entry,
    valuesOf: valuesOfEntry,
    validate: findEntryFaults,
    read: () => call(routes.getCdnEntry, { params }),
    save: (changes, revision) =>
      call(routes.updateCdnEntry, {
        params,
        body: { ...entryBodyOf(edit.form.getValues(), Object.keys(changes)), revision },
      }),
    async onSaved(saved, isUnsaved) {
      notify.success({ message: t("cdn.saved", { name: saved.name }) });
      // The drawer stays open until the added host names have been checked, because it shows their checks.
      if (!isUnsaved && saved.hosts.every(({ checkedAt }) => checkedAt !== null)) onClose();
      await queries.invalidateQueries({ queryKey: [CDN_KEY] });
    },
  });
  return (
    <form onSubmit={edit.handleSubmit} noValidate aria-label={t("cdn.settings")}>
      <Stack>
        <FormFault fault={edit.fault} title={t("cdn.faults.update")} />
        <ConflictNotice
          changes={edit.changes}
          labelOf={(field) => t(`cdn.fields.${field as "name"}`)}
          textOf={(_, value) => (Array.isArray(value) ? value.join(", ") : String(value))}
          onAccept={edit.acceptForeign}
        />
        <EntryFields form={edit.form} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <Button type="submit" loading={edit.isSending}>
            {t("cdn.save")}
          </Button>
        )}
      </Stack>
    </form>
  );
}
