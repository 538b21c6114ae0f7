import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { routes, type UserView } from "@shoal/contract";
import { canChangeUser } from "@shoal/domain";
import { IconDots, IconMailForward, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { InvitationNotice } from "../../components/people/invitation-notice.tsx";
import { RecoveryItems } from "../../components/people/recovery-items.tsx";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { meQuery } from "../../lib/queries.ts";
import { callForUser, reloadUsers, type UserScope } from "./users-query.ts";

interface UserActionsProps {
  scope: UserScope;
  user: UserView;
  onEdit: () => void;
}

/** Whether the signed-in user may change another user; only administrators may change administrators. */
export function useCanChangeUser(user: UserView): boolean {
  const { data: me } = useQuery(meQuery);
  return canChangeUser(me?.roles ?? [], user.roles);
}

/** Offers the actions on a user; the actions are disabled for users whom the reader may not change. */
export function UserActions({ scope, user, onEdit }: UserActionsProps) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  const mayChange = useCanChangeUser(user);
  const { renew, confirmDelete } = useUserActions(scope, user);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t("shared.actionsFor", { name: user.username })}
      loading={renew.isPending}
      disabled={!mayChange}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  if (!mayChange)
    return (
      <Tooltip label={t("nav.readOnly")} events={{ hover: true, focus: true, touch: true }}>
        <span>{button}</span>
      </Tooltip>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t("users.edit")}
        </Menu.Item>
        {!user.activated && (
          <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => renew.mutate()}>
            {t("users.renew")}
          </Menu.Item>
        )}
        <RecoveryItems user={user} call={callForUser(scope, user)} />
        {me?.uuid !== user.uuid && (
          <Menu.Item c="var(--shoal-bad)" leftSection={<IconTrash size={16} />} onClick={confirmDelete}>
            {t("users.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function useUserActions(scope: UserScope, user: UserView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const call = callForUser(scope, user);
  const params = { id: user.uuid };
  const renew = useMutation({
    mutationFn: () => call(routes.renewActivation, { params }),
    onSuccess: (invitation) =>
      openDialog({
        title: t("users.renewed", { username: user.username }),
        children: <InvitationNotice invitation={invitation} />,
        size: "lg",
      }),
    onError: (error) => notify.failure({ message: errorText(error) }),
    onSettled: () => reloadUsers(queries),
  });
  const confirmDelete = () =>
    askConfirmation({
      title: t("users.deleteTitle", { username: user.username }),
      text: t("users.deleteText"),
      confirm: t("users.delete"),
      isDangerous: true,
      async run() {
        await call(routes.deleteUser, { params });
        notify.success({ message: t("users.deleted", { username: user.username }) });
        await reloadUsers(queries);
      },
    });
  return { renew, confirmDelete };
}
