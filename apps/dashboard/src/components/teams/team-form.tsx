import { Button, CloseButton, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import {
  AppError,
  MAX_TEAM_DESCRIPTION_LENGTH,
  MAX_TEAM_NAME_LENGTH,
  PROJECT_ROLES,
  type ProjectRole,
  routes,
  type TeamView,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { TEAMS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { ConflictNotice } from "../ui/form/conflict-notice.tsx";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useCancel } from "../ui/form/unsaved.ts";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { useEditForm } from "../ui/form/use-edit-form.ts";
import type { AppForm } from "../ui/form/use-unguarded-form.ts";
import classes from "./teams.module.css";

interface TeamValues extends Record<string, unknown> {
  teamName: string;
  teamDescription: string;
  collabsTeam: { username: string; role: ProjectRole }[];
  ownerTeam: string;
}

interface TeamFormProps {
  team?: TeamView | undefined;
  /** Called with a new team after it has been saved. */
  onCreated?: ((team: TeamView) => void) | undefined;
  onEnd: () => void;
}

/** Adds a team, or edits a team that the reader manages: its name, description, members and manager. */
export function TeamForm({ team, onCreated, onEnd }: TeamFormProps) {
  return team ? <EditTeam team={team} onEnd={onEnd} /> : <NewTeam onCreated={onCreated} onEnd={onEnd} />;
}

function NewTeam({ onCreated, onEnd }: Omit<TeamFormProps, "team">) {
  const common = useTeamForm(onEnd);
  const app = useAppForm<TeamValues, TeamView>({
    initialValues: { teamName: "", teamDescription: "", collabsTeam: [], ownerTeam: "" },
    validate: common.validate,
    send: ({ teamName, teamDescription, collabsTeam }) =>
      call(routes.createTeam, { body: { teamName, teamDescription, collabsTeam } }),
    async onSent(team) {
      onCreated?.(team);
      await common.finish(team);
    },
  });
  return <TeamFields app={app} onEnd={onEnd} />;
}

/** Edits an existing team, whose members may leave while the form is open. */
function EditTeam({ team, onEnd }: { team: TeamView; onEnd: () => void }) {
  const { t } = useTranslation();
  const common = useTeamForm(onEnd);
  const params = { id: team.uuid };
  const edit = useEditForm<TeamValues, TeamView>({
    entity: team,
    valuesOf: ({ teamName, teamDescription, collabsTeam, ownerTeam }) => ({
      teamName,
      teamDescription,
      collabsTeam,
      ownerTeam,
    }),
    validate: common.validate,
    read: () => call(routes.getTeam, { params, query: {} }),
    save: (changes, revision) => call(routes.updateTeam, { params, body: { revision, ...changes } }),
    onSaved: common.finish,
  });
  const labels = {
    teamName: t("teams.name"),
    teamDescription: t("teams.description"),
    collabsTeam: t("teams.members"),
    ownerTeam: t("teams.manager"),
  };
  return (
    <TeamFields app={edit} team={edit.base} onEnd={onEnd}>
      <ConflictNotice<TeamValues>
        changes={edit.changes}
        labelOf={(field) => labels[field as keyof typeof labels]}
        textOf={(field, value) =>
          field === "collabsTeam"
            ? (value as TeamValues["collabsTeam"])
                .map(({ username, role }) => `${username} (${t(`teams.roles.${role}`)})`)
                .join(", ")
            : String(value)
        }
        onAccept={edit.acceptForeign}
      />
    </TeamFields>
  );
}

/** Returns the form with which a team is both added and edited. */
function useTeamForm(onEnd: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return {
    validate: ({ teamName }: TeamValues) => ({ teamName: !teamName.trim() && t("teams.nameRequired") }),
    async finish({ teamName }: TeamView) {
      notify.success({ message: t("teams.saved", { name: teamName }) });
      await queries.invalidateQueries({ queryKey: [TEAMS_KEY] });
      onEnd();
    },
  };
}

interface TeamFieldsProps extends TeamFormProps {
  app: AppForm<TeamValues>;
  /** Content at the top of the form, before its fields. */
  children?: ReactNode;
}

function TeamFields({ app, team, onEnd, children }: TeamFieldsProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const { form, fault, isSending, handleSubmit } = app;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        {children}
        <TextInput
          label={t("teams.name")}
          maxLength={MAX_TEAM_NAME_LENGTH}
          required
          {...form.getInputProps("teamName")}
        />
        <Textarea
          label={t("teams.description")}
          maxLength={MAX_TEAM_DESCRIPTION_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps("teamDescription")}
        />
        <TeamMembers
          saved={team?.collabsTeam ?? []}
          members={form.values.collabsTeam}
          onChange={(members) => form.setFieldValue("collabsTeam", members)}
        />
        {team && team.collabsTeam.length > 0 && (
          <NativeSelect
            label={t("teams.manager")}
            description={t("teams.managerHint")}
            // Includes the chosen manager, who may no longer be a member after an edit conflict.
            data={[
              ...new Set([
                team.ownerTeam,
                ...team.collabsTeam.map(({ username }) => username),
                form.values.ownerTeam,
              ]),
            ]}
            {...form.getInputProps("ownerTeam")}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(team ? "teams.save" : "teams.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TeamMembersProps {
  members: TeamValues["collabsTeam"];
  onChange: (members: TeamValues["collabsTeam"]) => void;
}

/** @param saved the members whose access ends when the team is saved without them. */
function TeamMembers({ saved, members, onChange }: TeamMembersProps & { saved: TeamValues["collabsTeam"] }) {
  const { t } = useTranslation();
  // The user may change the members while the confirmation is open, so they are read when it closes.
  const latest = useRef(members);
  useEffect(() => {
    latest.current = members;
  });
  function remove(username: string): void {
    const run = () => onChange(latest.current.filter((each) => each.username !== username));
    if (!saved.some((each) => each.username === username)) {
      run();
      return;
    }
    askConfirmation({
      title: t("teams.removeQuestion", { name: username }),
      text: t("teams.removeText"),
      confirm: t("teams.remove"),
      isDangerous: true,
      run,
    });
  }
  return (
    <Stack gap="xs">
      <AddMember members={members} onChange={onChange} />
      <ul className={classes.list}>
        {members.map(({ username, role }) => (
          <li key={username} className={classes.row}>
            <Text size="sm" className={classes.words}>
              {username}
            </Text>
            <Group gap="xs">
              <NativeSelect
                size="xs"
                aria-label={t("teams.roleOf", { name: username })}
                value={role}
                data={PROJECT_ROLES.map((value) => ({ value, label: t(`teams.roles.${value}`) }))}
                onChange={(event) => {
                  const next = PROJECT_ROLES.find((each) => each === event.currentTarget.value) ?? role;
                  onChange(
                    members.map((each) => (each.username === username ? { username, role: next } : each)),
                  );
                }}
              />
              <CloseButton
                aria-label={t("teams.removeMember", { name: username })}
                onClick={() => remove(username)}
              />
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Adds a member. Unknown names are reported when the team is saved. Existing members are not added twice. */
function AddMember({ members, onChange }: TeamMembersProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const [isAsking, setAsking] = useState(false);
  // The user may change the members while the name is being looked up, so they are read after the response.
  const latest = useRef(members);
  useEffect(() => {
    latest.current = members;
  });
  async function add(): Promise<void> {
    const wanted = name.trim();
    if (wanted === "" || isAsking) return;
    setAsking(true);
    try {
      const { username } = await call(routes.findUser, { params: { username: wanted } });
      if (!latest.current.some((each) => each.username === username))
        onChange([...latest.current, { username, role: "viewer" }]);
      setName("");
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === "user_not_found";
      setFault(isUnknown ? t("teams.userNotFound", { name: wanted }) : errorText(error));
    } finally {
      setAsking(false);
    }
  }
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={t("teams.member")}
        readOnly={isAsking}
        value={name}
        error={fault}
        maxLength={60}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFault("");
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void add();
        }}
      />
      <Button mt={25} variant="default" loading={isAsking} onClick={() => void add()}>
        {t("teams.addMember")}
      </Button>
    </Group>
  );
}
