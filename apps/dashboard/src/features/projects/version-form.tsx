import { Button, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { MAX_VERSION_DESCRIPTION_LENGTH, routes, type VersionView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { findOwnChanges } from "../../lib/edit-conflict.ts";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { VideoField } from "./new-project-form.tsx";

interface VersionFormProps {
  /** Id of the project. */
  id: string;
  /** The version to edit; undefined to create a version. */
  version: VersionView | undefined;
  onEnd: () => void;
}

interface VersionValues extends Record<string, unknown> {
  uuidVideo: string;
  videoTitle: string;
  description: string;
  isCurrent: boolean;
}

/** Edits the video and description of a version. */
export function VersionForm({ id, version, onEnd }: VersionFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<VersionValues, VersionView>({
    initialValues: {
      uuidVideo: version?.uuidVideo ?? "",
      videoTitle: version?.video.title ?? "",
      description: version?.description ?? "",
      isCurrent: version?.isCurrent ?? true,
    },
    validate: ({ uuidVideo }) => ({ uuidVideo: !uuidVideo && t("projects.videoRequired") }),
    send: ({ uuidVideo, description, isCurrent }) => {
      if (!version) return call(routes.addVersion, { params: { id }, body: { uuidVideo, description } });
      // Only changed fields are sent, so that concurrent changes by others are kept.
      const body = findOwnChanges(
        { uuidVideo: version.uuidVideo, description: version.description, isCurrent: version.isCurrent },
        { uuidVideo, description, isCurrent },
      );
      return call(routes.updateVersion, { params: { id, n: version.number }, body });
    },
    async onSent({ number }) {
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
      notify.success({ message: t("projects.versionSaved", { number }) });
      onEnd();
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <VideoField
          uuid={form.values.uuidVideo}
          title={form.values.videoTitle}
          error={form.errors.uuidVideo}
          onChoose={(uuidVideo, videoTitle) => {
            form.setValues({ uuidVideo, videoTitle });
            form.clearFieldError("uuidVideo");
          }}
        />
        <Textarea
          label={t("projects.description")}
          maxLength={MAX_VERSION_DESCRIPTION_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps("description")}
        />
        {version && !version.isCurrent && (
          <Checkbox
            label={t("projects.makeCurrent")}
            checked={form.values.isCurrent}
            onChange={(event) => form.setFieldValue("isCurrent", event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(version ? "projects.save" : "projects.addVersion")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
