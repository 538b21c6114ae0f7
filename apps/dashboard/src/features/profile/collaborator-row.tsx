import { Box, Group, NativeSelect, Text } from "@mantine/core";
import { type CollaboratorRole, type Role, routes, type UserView } from "@shoal/contract";
import { canChangeUser, collaboratorRoleOf, rolesOfCollaborator } from "@shoal/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { CollaboratorMenu } from "./collaborator-menu.tsx";
import classes from "./collaborators-card.module.css";
import { useRoleText } from "./role-text.ts";

interface CollaboratorRowProps {
  collaborator: UserView;
  /** The user who is signed in. */
  me: UserView;
}

/** Shows a collaborator with role, invitation and the available actions. */
export function CollaboratorRow({ collaborator, me }: CollaboratorRowProps) {
  const { t } = useTranslation();
  const roleText = useRoleText();
  const isMe = collaborator.uuid === me.uuid;
  const canChange = !isMe && canChangeUser(me.roles, collaborator.roles);
  const details = [collaborator.name && collaborator.username, collaborator.email].filter(Boolean);
  return (
    <li className={classes.row}>
      <Box flex="1 1 220px" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {nameOf(collaborator)}
          </Text>
          {isMe && <StateBadge tone="plain">{t("profile.team.you")}</StateBadge>}
          {!collaborator.activated && <StateBadge tone="warning">{t("profile.team.invited")}</StateBadge>}
        </Group>
        {details.length > 0 && (
          <Text size="sm" c="dimmed">
            {details.join(" · ")}
          </Text>
        )}
      </Box>
      <div className={classes.controls}>
        {canChange && !collaborator.roles.includes("admin") ? (
          <RoleSelect collaborator={collaborator} />
        ) : (
          <Text size="sm">{roleText(collaborator)}</Text>
        )}
        {canChange && <CollaboratorMenu collaborator={collaborator} name={nameOf(collaborator)} />}
      </div>
    </li>
  );
}

const nameOf = ({ name, username }: UserView) => name || username;

function RoleSelect({ collaborator }: { collaborator: UserView }) {
  const { t } = useTranslation();
  const name = nameOf(collaborator);
  const change = useRoleChange(collaborator);
  const role = collaboratorRoleOf(collaborator.roles);
  const own = role ? [] : [{ value: "", label: t(otherRoleKey(collaborator.roles)) }];
  return (
    <NativeSelect
      size="sm"
      aria-label={t("profile.team.role", { name })}
      value={role ?? ""}
      disabled={change.isPending}
      data={[
        ...own,
        { value: "account manager", label: t("profile.roles.manager") },
        { value: "video manager", label: t("profile.roles.editor") },
      ]}
      onChange={(event) => change.mutate(event.currentTarget.value as CollaboratorRole)}
    />
  );
}

const otherRoleKey = (roles: readonly Role[]) =>
  roles.length > 0 ? ("profile.roles.readAnalytics" as const) : ("profile.roles.none" as const);

/** Returns a collaborator's roles after a change. Roles that are not offered, such as reading analytics, are kept. */
function rolesAfter(roles: readonly Role[], role: CollaboratorRole): Role[] {
  const kept = roles.filter((each) => each !== "manager" && each !== "editor");
  return [...rolesOfCollaborator(role), ...kept];
}

function useRoleChange(collaborator: UserView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const roleText = useRoleText();
  const { uuid, revision, roles } = collaborator;
  return useMutation({
    mutationFn: (role: CollaboratorRole) =>
      call(routes.updateUser, { params: { id: uuid }, body: { revision, roles: rolesAfter(roles, role) } }),
    onSuccess: (saved) =>
      notify.success({
        message: t("profile.team.roleSaved", { name: nameOf(saved), role: roleText(saved) }),
      }),
    onError: (error) => notify.failure({ message: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["users"] }),
  });
}
