import { Button, Divider, Group, Radio, Skeleton, Stack, Text, Textarea, TextInput } from "@mantine/core";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_PROJECT_NAME_LENGTH,
  type ProjectView,
  routes,
} from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { ErrorState } from "../../components/ui/states.tsx";
import { errorText } from "../../lib/error-text.ts";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { projectQuery } from "../../lib/projects.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";

interface ProjectSettingsProps {
  id: string;
  onEnd: () => void;
}

/** Edits name and description of a project, archives and deletes it. */
export function ProjectSettings({ id, onEnd }: ProjectSettingsProps) {
  const { data, error, refetch } = useQuery(projectQuery(id));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={160} />;
  return <SettingsContent project={data} onEnd={onEnd} />;
}

interface ProjectValues extends Record<string, unknown> {
  name: string;
  description: string;
}

interface PartProps {
  project: ProjectView;
  onEnd: () => void;
}

function SettingsContent({ project, onEnd }: PartProps) {
  const { t } = useTranslation();
  const isArchived = project.status === "archived";
  const may = (action: "editSettings" | "archive" | "delete") =>
    canInProject(project.role, action, { isArchived });
  return (
    <Stack gap="lg">
      {may("editSettings") && <ProjectFields project={project} onEnd={onEnd} />}
      {!may("editSettings") && !may("archive") && <Text c="dimmed">{t("projects.noRights")}</Text>}
      {may("archive") && (
        <>
          {may("editSettings") && <Divider />}
          <ArchiveProject project={project} onEnd={onEnd} />
        </>
      )}
      {may("delete") && (
        <>
          <Divider />
          <DeleteProject project={project} onEnd={onEnd} />
        </>
      )}
    </Stack>
  );
}

function ProjectFields({ project, onEnd }: PartProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const id = project.uuid;
  const edit = useEditForm<ProjectValues, ProjectView>({
    entity: project,
    valuesOf: ({ name, description }) => ({ name, description }),
    validate: ({ name }) => ({ name: !name.trim() && t("projects.titleRequired") }),
    read: () => queries.fetchQuery({ ...projectQuery(id), staleTime: 0 }),
    save: (texts, revision) => call(routes.updateProject, { params: { id }, body: { revision, ...texts } }),
    async onSaved() {
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
      notify.success({ message: t("projects.saved") });
      onEnd();
    },
  });
  const { form, fault, isSending, handleSubmit } = edit;
  const labels = {
    name: t("projects.projectTitle"),
    description: t("projects.description"),
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <ConflictNotice<ProjectValues>
          changes={edit.changes}
          labelOf={(field) => labels[field as keyof typeof labels]}
          textOf={(_field, value) => String(value)}
          onAccept={edit.acceptForeign}
        />
        <TextInput
          label={labels.name}
          maxLength={MAX_PROJECT_NAME_LENGTH}
          required
          {...form.getInputProps("name")}
        />
        <Textarea
          label={labels.description}
          maxLength={MAX_PROJECT_DESCRIPTION_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps("description")}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {t("projects.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns a function that runs an action, and the error to show next to its button. */
function useReportedAction() {
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  async function run(action: () => Promise<void>): Promise<void> {
    setFault(undefined);
    setRunning(true);
    try {
      await action();
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setRunning(false);
    }
  }
  return { fault, isRunning, run };
}

function ArchiveProject({ project, onEnd }: PartProps) {
  const { t } = useTranslation();
  const { fault, isRunning, run } = useReportedAction();
  const isArchived = project.status === "archived";
  const toggle = () =>
    run(async () => {
      const body = { isArchived: !isArchived };
      await call(routes.updateProject, { params: { id: project.uuid }, body });
      onEnd();
    });
  return (
    <Stack gap="xs">
      <FormFault fault={fault} />
      <Text size="sm">{t(isArchived ? "projects.unarchiveHint" : "projects.archiveHint")}</Text>
      <Group>
        <Button variant="default" loading={isRunning} onClick={() => void toggle()}>
          {t(isArchived ? "projects.unarchive" : "projects.archive")}
        </Button>
      </Group>
    </Stack>
  );
}

function DeleteProject({ project, onEnd }: PartProps) {
  const { t } = useTranslation();
  const mayDeleteVideos = useCan("editor");
  const { fault, isRunning, run } = useReportedAction();
  const [isAsked, setAsked] = useState(false);
  const [videos, setVideos] = useState<"keep" | "delete">("keep");
  const remove = () =>
    run(async () => {
      await call(routes.deleteProject, { params: { id: project.uuid }, query: { videos } });
      notify.success({ message: t("projects.deleted", { name: project.name }) });
      onEnd();
      location.hash = "/vireed";
    });
  if (!isAsked)
    return (
      <Group>
        <Button color="red" variant="default" onClick={() => setAsked(true)}>
          {t("projects.delete")}
        </Button>
      </Group>
    );
  return (
    <Stack gap="sm">
      <FormFault fault={fault} />
      <Text size="sm">{t("projects.deleteQuestion", { name: project.name })}</Text>
      <Radio.Group
        label={t("projects.deleteVideos")}
        value={videos}
        onChange={(value) => setVideos(value === "delete" ? "delete" : "keep")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="keep" label={t("projects.keepVideos")} />
          <Radio value="delete" label={t("projects.trashVideos")} disabled={!mayDeleteVideos} />
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setAsked(false)}>
          {t("common.cancel")}
        </Button>
        <Button color="red" loading={isRunning} onClick={() => void remove()}>
          {t("projects.deleteNow")}
        </Button>
      </Group>
    </Stack>
  );
}
