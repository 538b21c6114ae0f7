import { Button, Group, Stack, Text } from "@mantine/core";
import { type ExportLinkView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EXPORT_LINKS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useCancel } from "../ui/form/unsaved.ts";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { VideoSelect } from "../video/video-select.tsx";
import { LinkCodes } from "./link-codes.tsx";
import { useLinkFaultText } from "./link-faults.ts";
import { findLinkFaults, LinkFields, type LinkValues, linkBodyOf, NEW_LINK } from "./link-fields.tsx";
import { SiteRefusals } from "./site-refusals.tsx";

interface NewLinkProps {
  /** The video of the link; if undefined, the user selects one. */
  video?: { uuid: string; title: string } | undefined;
  onClose: () => void;
}

/** Creates an export link, and shows its codes once it exists. */
export function NewLink(props: NewLinkProps) {
  const [made, setMade] = useState<ExportLinkView>();
  return made ? (
    <CreatedLink link={made} onClose={props.onClose} />
  ) : (
    <NewLinkForm {...props} onMade={setMade} />
  );
}

function CreatedLink({ link, onClose }: { link: ExportLinkView; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <div role="status">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {link.name}: {t("exportLinks.made")}
        </Text>
        <Text size="sm" c="dimmed">
          {t("exportLinks.madeHint")}
        </Text>
      </div>
      <SiteRefusals link={link} />
      <LinkCodes link={link} />
      <Group justify="flex-end">
        <Button variant="default" component="a" href="#/export" onClick={onClose}>
          {t("exportLinks.toList")}
        </Button>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </Group>
    </Stack>
  );
}

interface NewLinkValues extends LinkValues {
  video: string;
}

function NewLinkForm({ video, onClose, onMade }: NewLinkProps & { onMade: (link: ExportLinkView) => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const faultText = useLinkFaultText();
  const handleCancel = useCancel(onClose);
  const { form, fault, isSending, handleSubmit } = useAppForm<NewLinkValues, ExportLinkView>({
    initialValues: { ...NEW_LINK, video: video?.uuid ?? "" },
    validate: (values) => ({
      ...findLinkFaults(values),
      video: values.video === "" && t("exportLinks.videoMissing"),
    }),
    send: (values) => call(routes.createExportLink, { body: { ...linkBodyOf(values), video: values.video } }),
    async onSent(link) {
      onMade(link);
      await queries.invalidateQueries({ queryKey: [EXPORT_LINKS_KEY] });
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("exportLinks.create")}>
      <Stack>
        <FormFault fault={fault && faultText(fault)} title={t("exportLinks.faults.create")} />
        {video ? (
          <Text size="sm">{t("exportLinks.createHint")}</Text>
        ) : (
          <VideoSelect
            label={t("exportLinks.video")}
            placeholder={t("exportLinks.searchVideo")}
            noneFound={t("exportLinks.noVideo")}
            {...form.getInputProps("video")}
          />
        )}
        <LinkFields form={form} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("exportLinks.createFor")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
