import { CloseButton, Divider, Group, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { type ProjectView, type ResponseOf, routes } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { errorText } from "../../lib/error-text.ts";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { projectPeopleQuery, projectQuery } from "../../lib/projects.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { PersonField } from "./person-field.tsx";
import classes from "./projects.module.css";
import { ROLE_CHOICES, type RoleChoice } from "./role-choices.ts";
import { TeamField } from "./team-field.tsx";

/** Lists the members of a project and their teams. Admins of the project invite people, change roles and remove members. */
export function ProjectPeople({ id }: { id: string }) {
  const project = useQuery(projectQuery(id));
  const people = useQuery(projectPeopleQuery(id));
  const failed = [project, people].find(({ data, error }) => !data && error);
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (!project.data || !people.data) return <Skeleton h={160} />;
  return <PeopleList project={project.data} people={people.data} />;
}

interface PeopleListProps {
  project: ProjectView;
  people: ResponseOf<typeof routes.listProjectUsers>;
}

function PeopleList({ project, people }: PeopleListProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const me = useMe();
  const [fault, setFault] = useState<string>();
  const id = project.uuid;
  const isArchived = project.status === "archived";
  const may = (action: "invite" | "changeRoles" | "leave") =>
    canInProject(project.role, action, { isArchived });
  /** Runs a change, and reloads the project even if the change fails. The caller handles the error. */
  async function change(action: () => Promise<unknown>): Promise<void> {
    setFault(undefined);
    try {
      await action();
    } finally {
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
    }
  }
  /** Runs a change, and shows an error above the list. */
  const run = (action: () => Promise<unknown>): Promise<void> =>
    change(action).catch((error: unknown) => setFault(errorText(error)));
  /** Removes a person. Members of a team keep the access that they have through the team. */
  function remove(username: string, { isMe, isByTeam }: { isMe: boolean; isByTeam: boolean }): void {
    const removing = () => call(routes.removeCollaborator, { params: { id, user: username } });
    if (isByTeam) {
      void run(removing);
      return;
    }
    askConfirmation({
      title: isMe ? t("projects.leaveQuestion") : t("projects.removeQuestion", { name: username }),
      text: t(isMe ? "projects.leaveText" : "projects.removeText"),
      confirm: t(isMe ? "projects.leave" : "projects.remove"),
      isDangerous: true,
      run: () => change(removing),
    });
  }
  const direct = new Map(project.collabs.map((each) => [each.username, each]));
  return (
    <Stack gap="lg">
      <FormFault fault={fault} />
      <ul className={classes.list}>
        {people.map((person) => {
          const own = direct.get(person.username);
          const isMe = person.username === me?.username;
          return (
            <li key={person.username} className={classes.row}>
              <div>
                <Text size="sm" fw={600} className={classes.words}>
                  {person.username}
                </Text>
                {person.role !== "owner" && person.teams.length > 0 && (
                  <Text size="xs" c="dimmed" className={classes.words}>
                    {t("projects.byTeams", { names: person.teams.join(", ") })}
                  </Text>
                )}
              </div>
              <Group gap="xs">
                {own && may("changeRoles") ? (
                  <NativeSelect
                    size="xs"
                    aria-label={t("projects.roleOf", { name: person.username })}
                    value={own.role}
                    data={ROLE_CHOICES.map((value) => ({ value, label: t(`projects.roles.${value}`) }))}
                    onChange={(event) => {
                      const newRole = event.currentTarget.value as RoleChoice;
                      void run(() =>
                        call(routes.updateProjectRole, {
                          params: { id, user: person.username },
                          body: { newRole },
                        }),
                      );
                    }}
                  />
                ) : (
                  <Text size="sm">{t(`projects.roles.${person.role}`)}</Text>
                )}
                {own && (may("invite") || (isMe && may("leave"))) && (
                  <CloseButton
                    aria-label={t(isMe ? "projects.leave" : "projects.removeName", {
                      name: person.username,
                    })}
                    onClick={() => remove(person.username, { isMe, isByTeam: person.teams.length > 0 })}
                  />
                )}
              </Group>
            </li>
          );
        })}
      </ul>
      {may("invite") && (
        <PersonField
          taken={[project.owner, ...project.collabs.map(({ username }) => username)]}
          onAdd={(username) =>
            change(() => call(routes.inviteToProject, { params: { id }, body: { username } }))
          }
        />
      )}
      {(may("invite") || project.teamRoles.length > 0) && <Divider />}
      <TeamList project={project} mayChange={may("invite")} run={run} change={change} />
    </Stack>
  );
}

interface TeamListProps {
  project: ProjectView;
  mayChange: boolean;
  /** Runs a change, and shows an error above the list. */
  run: (action: () => Promise<unknown>) => Promise<void>;
  /** Runs a change whose error the caller handles. */
  change: (action: () => Promise<unknown>) => Promise<void>;
}

function TeamList({ project, mayChange, run, change }: TeamListProps) {
  const { t } = useTranslation();
  const id = project.uuid;
  const put = (teamId: string, role: RoleChoice | null) =>
    call(routes.addProjectTeam, { params: { id, teamId }, body: { role } });
  return (
    <Stack gap="xs">
      <ul className={classes.list}>
        {project.teamRoles.map(({ uuid, teamName, role }) => (
          <li key={uuid} className={classes.row}>
            <Text size="sm" fw={600} className={classes.words}>
              {teamName}
            </Text>
            {mayChange ? (
              <Group gap="xs">
                <NativeSelect
                  size="xs"
                  aria-label={t("projects.roleOf", { name: teamName })}
                  value={role ?? ""}
                  data={[
                    { value: "", label: t("projects.roleInTeam") },
                    ...ROLE_CHOICES.map((value) => ({ value, label: t(`projects.roles.${value}`) })),
                  ]}
                  onChange={(event) => {
                    const chosen = ROLE_CHOICES.find((each) => each === event.currentTarget.value) ?? null;
                    void run(() => put(uuid, chosen));
                  }}
                />
                <CloseButton
                  aria-label={t("projects.removeName", { name: teamName })}
                  onClick={() =>
                    askConfirmation({
                      title: t("projects.removeQuestion", { name: teamName }),
                      text: t("projects.removeTeamText"),
                      confirm: t("projects.remove"),
                      isDangerous: true,
                      run: () =>
                        change(() => call(routes.removeProjectTeam, { params: { id, teamId: uuid } })),
                    })
                  }
                />
              </Group>
            ) : (
              <Text size="sm">{role ? t(`projects.roles.${role}`) : t("projects.roleInTeam")}</Text>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <TeamField taken={project.teams} onAdd={({ uuid }) => change(() => put(uuid, null))} />}
    </Stack>
  );
}
