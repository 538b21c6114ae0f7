import { Button, CloseButton, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_PROJECT_NAME_LENGTH,
  PROJECT_PICKER_PAGE_SIZE,
  type ProjectView,
  routes,
} from "@shoal/contract";
import { IconExternalLink, IconScissors, IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { windows } from "../../components/ui/windows/windows.ts";
import { VideoPicker } from "../../components/video/video-picker.tsx";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { PersonField } from "./person-field.tsx";
import classes from "./projects.module.css";
import { ROLE_CHOICES, type RoleChoice } from "./role-choices.ts";
import { TeamField } from "./team-field.tsx";

interface NewProjectValues extends Record<string, unknown> {
  name: string;
  description: string;
  uuid: string;
  videoTitle: string;
  collabs: { username: string; role: RoleChoice }[];
  teams: { uuid: string; teamName: string }[];
}

/** Creates a project: its title, description, video, collaborators and teams (§2). */
export function NewProjectForm({ onCreated }: { onCreated: (project: ProjectView) => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<NewProjectValues, ProjectView>({
    initialValues: { name: "", description: "", uuid: "", videoTitle: "", collabs: [], teams: [] },
    validate: ({ name, uuid }) => ({
      name: !name.trim() && t("projects.titleRequired"),
      uuid: !uuid && t("projects.videoRequired"),
    }),
    send: ({ name, description, uuid, collabs, teams }) =>
      call(routes.createProject, {
        body: { name, description, uuid, collabs, teams: teams.map((team) => team.uuid) },
      }),
    async onSent(project) {
      notify.success({ message: t("projects.created", { name: project.name }) });
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
      onCreated(project);
    },
  });
  const { collabs, teams } = form.values;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="lg">
        <FormFault fault={fault} />
        <TextInput
          label={t("projects.projectTitle")}
          maxLength={MAX_PROJECT_NAME_LENGTH}
          required
          {...form.getInputProps("name")}
        />
        <Textarea
          label={t("projects.description")}
          maxLength={MAX_PROJECT_DESCRIPTION_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps("description")}
        />
        <VideoField
          uuid={form.values.uuid}
          title={form.values.videoTitle}
          error={form.errors.uuid}
          onChoose={(uuid, videoTitle) => {
            form.setValues({ uuid, videoTitle });
            form.clearFieldError("uuid");
          }}
        />
        <PersonField
          taken={collabs.map(({ username }) => username)}
          onAdd={(username) => form.setFieldValue("collabs", [...collabs, { username, role: "viewer" }])}
        />
        {collabs.length > 0 && (
          <ul className={classes.list}>
            {collabs.map(({ username, role }) => (
              <li key={username} className={classes.row}>
                <Text size="sm" className={classes.words}>
                  {username}
                </Text>
                <Group gap="xs">
                  <NativeSelect
                    size="xs"
                    aria-label={t("projects.roleOf", { name: username })}
                    value={role}
                    data={ROLE_CHOICES.map((value) => ({ value, label: t(`projects.roles.${value}`) }))}
                    onChange={(event) => {
                      const next = event.currentTarget.value as RoleChoice;
                      form.setFieldValue(
                        "collabs",
                        collabs.map((each) => (each.username === username ? { username, role: next } : each)),
                      );
                    }}
                  />
                  <CloseButton
                    aria-label={t("projects.removeName", { name: username })}
                    onClick={() =>
                      form.setFieldValue(
                        "collabs",
                        collabs.filter((each) => each.username !== username),
                      )
                    }
                  />
                </Group>
              </li>
            ))}
          </ul>
        )}
        <TeamField
          taken={teams.map(({ uuid }) => uuid)}
          onAdd={(team) => form.setFieldValue("teams", [...teams, team])}
        />
        {teams.length > 0 && (
          <ul className={classes.list}>
            {teams.map(({ uuid, teamName }) => (
              <li key={uuid} className={classes.row}>
                <Text size="sm" className={classes.words}>
                  {teamName}
                </Text>
                <CloseButton
                  aria-label={t("projects.removeName", { name: teamName })}
                  onClick={() =>
                    form.setFieldValue(
                      "teams",
                      teams.filter((each) => each.uuid !== uuid),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {t("projects.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface VideoFieldProps {
  /** Uuid of the selected video; "" for none. */
  uuid: string;
  title: string;
  error: React.ReactNode;
  onChoose: (uuid: string, title: string) => void;
}

/** Selects a video of the library, or a video being uploaded, which the list contains as soon as the upload starts. */
export function VideoField({ uuid, title, error, onChoose }: VideoFieldProps) {
  const { t } = useTranslation();
  const mayUpload = useCan("editor");
  return (
    <Stack gap="xs" component="fieldset" p={0} m={0} style={{ border: 0 }}>
      <Text component="legend" size="sm" fw={600} p={0} mb={4}>
        {t("projects.video")}{" "}
        <Text span c="red" aria-hidden>
          *
        </Text>
      </Text>
      <Text size="sm" aria-live="polite" {...(title ? {} : { c: "dimmed" })} className={classes.words}>
        {title ? t("projects.chosen", { title }) : t("projects.noVideo")}
      </Text>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <VideoPicker
        pageSize={PROJECT_PICKER_PAGE_SIZE}
        hint={t("projects.pickerHint")}
        isDated
        filter={{ type: "vod" }}
        action={{ text: t("projects.choose"), nameOf: (name) => t("projects.chooseName", { name }) }}
        isUsable={({ isDeleted, error: isFaulty }) => !isDeleted && !isFaulty}
        onAdd={(video) => onChoose(video.uuid, video.title)}
      />
      {mayUpload && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={15} />}
            onClick={() => windows.open("newVideos")}
          >
            {t("projects.upload")}
          </Button>
          {uuid && (
            // Opens another tab, so that this form keeps its values. The new cut will appear at the top of the list of videos.
            <Button
              component="a"
              href={`#/player/${uuid}?section=cuts`}
              target="_blank"
              variant="default"
              size="xs"
              leftSection={<IconScissors size={15} />}
              rightSection={<IconExternalLink size={14} aria-label={t("projects.inNewTab")} />}
            >
              {t("projects.cut")}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
