import { Button, Drawer, Stack, Text, Title } from "@mantine/core";
import { type ExportLinkView, routes } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LinkCodes } from "../../components/export-links/link-codes.tsx";
import { useLinkFaultText } from "../../components/export-links/link-faults.ts";
import {
  findLinkFaults,
  LinkFields,
  type LinkValues,
  linkBodyOf,
} from "../../components/export-links/link-fields.tsx";
import { SiteRefusals } from "../../components/export-links/site-refusals.tsx";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { UnsavedContext } from "../../components/ui/form/unsaved.ts";
import { useConfirmedClose } from "../../components/ui/form/use-confirmed-close.ts";
import { useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { EXPORT_LINKS_KEY } from "../../lib/list-keys.ts";
import { toLocalText } from "../../lib/local-moment.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { LinkState } from "./link-state.tsx";
import { linkQuery } from "./links-query.ts";

interface LinkDrawerProps {
  /** The export link shown in the drawer; undefined while the drawer is closed. */
  link: ExportLinkView | undefined;
  onClose: () => void;
}

/** Shows the embed codes and settings of a link next to the list. */
export function LinkDrawer({ link, onClose }: LinkDrawerProps) {
  const { t } = useTranslation();
  const { drawer, note } = useConfirmedClose(onClose);
  return (
    <Drawer
      opened={link !== undefined}
      {...drawer}
      position="right"
      size={520}
      title={
        <Text component="span" fw={650} fz="lg" style={{ overflowWrap: "anywhere" }}>
          {link?.name}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <UnsavedContext value={note}>
        {link && <LinkDrawerBody key={link.uuid} link={link} onClose={onClose} />}
      </UnsavedContext>
    </Drawer>
  );
}

function LinkDrawerBody({ link, onClose }: { link: ExportLinkView; onClose: () => void }) {
  const { t } = useTranslation();
  const whole = useQuery(linkQuery(link.uuid));
  return (
    <Stack gap="xl">
      <div>
        <Text size="sm" c="dimmed" mb={6} style={{ overflowWrap: "anywhere" }}>
          {link.video.title}
        </Text>
        <LinkState link={link} />
      </div>
      {whole.data && <SiteRefusals link={whole.data} />}
      <Stack gap="sm" component="section" aria-label={t("exportLinks.codes")}>
        <Title order={3} size="h5">
          {t("exportLinks.codes")}
        </Title>
        <LinkCodes link={link} />
      </Stack>
      <Stack gap="sm" component="section" aria-label={t("exportLinks.settings")}>
        <Title order={3} size="h5">
          {t("exportLinks.settings")}
        </Title>
        <SettingsForm link={link} onClose={onClose} />
      </Stack>
    </Stack>
  );
}

const valuesOf = ({ name, sites, endsAt }: ExportLinkView): LinkValues => ({
  name,
  sites,
  endsAt: toLocalText(endsAt),
});

function SettingsForm({ link, onClose }: { link: ExportLinkView; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const faultText = useLinkFaultText();
  const params = { id: link.uuid };
  const edit = useEditForm<LinkValues, ExportLinkView>({
    entity: link,
    valuesOf,
    validate: findLinkFaults,
    read: () => call(routes.getExportLink, { params }),
    save: (changes, revision) =>
      call(routes.updateExportLink, { params, body: { ...bodyOf(changes), revision } }),
    async onSaved(saved, isUnsaved) {
      notify.success({ message: t("exportLinks.saved", { name: saved.name }) });
      queries.setQueryData(linkQuery(saved.uuid).queryKey, saved);
      // The drawer stays open if the video's rules block a site, because it shows the blocked sites.
      if (!isUnsaved && !saved.siteRefusals) onClose();
      await queries.invalidateQueries({ queryKey: [EXPORT_LINKS_KEY] });
    },
  });
  return (
    <form onSubmit={edit.handleSubmit} noValidate aria-label={t("exportLinks.settings")}>
      <Stack>
        <FormFault fault={edit.fault && faultText(edit.fault)} title={t("exportLinks.faults.update")} />
        <ConflictNotice
          changes={edit.changes}
          labelOf={(field) => t(`exportLinks.${field as "name"}`)}
          textOf={conflictTextOf}
          onAccept={edit.acceptForeign}
        />
        <LinkFields form={edit.form} />
        <Button type="submit" loading={edit.isSending}>
          {t("exportLinks.save")}
        </Button>
      </Stack>
    </form>
  );
}

/** Returns the body of the call with only the changed fields. */
function bodyOf(changes: Partial<LinkValues>) {
  const { name, sites, endsAt } = linkBodyOf({ name: "", sites: [], endsAt: "", ...changes });
  return {
    ...(changes.name === undefined ? {} : { name }),
    ...(changes.sites === undefined ? {} : { sites }),
    ...(changes.endsAt === undefined ? {} : { endsAt }),
  };
}

const conflictTextOf = (_: string, value: unknown) =>
  Array.isArray(value) ? value.join(", ") : String(value);
