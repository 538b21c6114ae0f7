import { Button, CloseButton, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import {
  PROJECT_ROLES,
  type ProjectRole,
  routes,
  TEAM_DESCRIPTION_MAX_LENGTH,
  TEAM_NAME_MAX_LENGTH,
  type TeamView,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TEAMS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useAppForm } from "../ui/form/use-app-form.ts";
import classes from "./teams.module.css";

interface Values extends Record<string, unknown> {
  teamName: string;
  teamDescription: string;
  collabsTeam: { username: string; role: ProjectRole }[];
  ownerTeam: string;
}

/** A new team, or one that the reader manages: its name, description, members and manager. */
export function TeamForm({ team, onEnd }: { team?: TeamView | undefined; onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<Values, TeamView>({
    initialValues: {
      teamName: team?.teamName ?? "",
      teamDescription: team?.teamDescription ?? "",
      collabsTeam: team?.collabsTeam ?? [],
      ownerTeam: team?.ownerTeam ?? "",
    },
    validate: ({ teamName }) => ({ teamName: !teamName.trim() && t("teams.nameRequired") }),
    send: ({ ownerTeam, ...body }) => {
      if (!team) return call(routes.createTeam, { body });
      const isHandedOver = ownerTeam !== team.ownerTeam;
      return call(routes.updateTeam, {
        params: { id: team.uuid },
        body: { ...body, revision: team.revision, ...(isHandedOver ? { ownerTeam } : {}) },
      });
    },
    async onSent({ teamName }) {
      notify.success({ message: t("teams.saved", { name: teamName }) });
      await queries.invalidateQueries({ queryKey: [TEAMS_KEY] });
      onEnd();
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <TextInput
          label={t("teams.name")}
          maxLength={TEAM_NAME_MAX_LENGTH}
          required
          {...form.getInputProps("teamName")}
        />
        <Textarea
          label={t("teams.description")}
          maxLength={TEAM_DESCRIPTION_MAX_LENGTH}
          {...form.getInputProps("teamDescription")}
        />
        <Members
          members={form.values.collabsTeam}
          onChange={(members) => form.setFieldValue("collabsTeam", members)}
        />
        {team && team.collabsTeam.length > 0 && (
          <NativeSelect
            label={t("teams.manager")}
            description={t("teams.managerHint")}
            data={[team.ownerTeam, ...team.collabsTeam.map(({ username }) => username)]}
            {...form.getInputProps("ownerTeam")}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
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

interface MembersProps {
  members: Values["collabsTeam"];
  onChange: (members: Values["collabsTeam"]) => void;
}

function Members({ members, onChange }: MembersProps) {
  const { t } = useTranslation();
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
                onClick={() => onChange(members.filter((each) => each.username !== username))}
              />
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Unknown names are told when the team is saved; who is there already is not added twice. */
function AddMember({ members, onChange }: MembersProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  async function add(): Promise<void> {
    const wanted = name.trim();
    if (wanted === "") return;
    try {
      const { username } = await call(routes.findUser, { params: { username: wanted } });
      if (!members.some((each) => each.username === username))
        onChange([...members, { username, role: "viewer" }]);
      setName("");
    } catch {
      setFault(t("teams.userNotFound", { name: wanted }));
    }
  }
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={t("teams.member")}
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
      <Button mt={25} variant="default" onClick={() => void add()}>
        {t("teams.addMember")}
      </Button>
    </Group>
  );
}
