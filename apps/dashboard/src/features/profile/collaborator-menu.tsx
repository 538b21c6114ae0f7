import { ActionIcon, Menu } from "@mantine/core";
import { AppError, routes, type UserView } from "@shoal/contract";
import { IconDotsVertical, IconLink, IconUserMinus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { showInvitation } from "../../components/people/invitation-notice.tsx";
import { RecoveryItems } from "../../components/people/recovery-items.tsx";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

interface CollaboratorMenuProps {
  collaborator: UserView;
  name: string;
}

/** Offers a new activation link, account recovery, and removal of a collaborator. */
export function CollaboratorMenu({ collaborator, name }: CollaboratorMenuProps) {
  const { t } = useTranslation();
  const renew = useInvitationRenewal(collaborator.uuid);
  const confirmRemoval = useCollaboratorRemoval(collaborator.uuid, name);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("profile.team.menu", { name })}
          loading={renew.isPending}
        >
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!collaborator.activated && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => renew.mutate()}>
            {t("profile.team.renew")}
          </Menu.Item>
        )}
        <RecoveryItems user={collaborator} call={call} />
        <Menu.Item c="var(--shoal-bad)" leftSection={<IconUserMinus size={16} />} onClick={confirmRemoval}>
          {t("profile.team.remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useInvitationRenewal(uuid: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.renewActivation, { params: { id: uuid } }),
    onSuccess: (invitation) => showInvitation(t, invitation),
    onError(error) {
      const isActive = error instanceof AppError && error.code === "illegal_transition";
      notify.failure({ message: isActive ? t("profile.team.already") : errorText(error) });
      return queries.invalidateQueries({ queryKey: ["users"] });
    },
  });
}

function useCollaboratorRemoval(uuid: string, name: string): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  async function remove(): Promise<void> {
    await call(routes.deleteUser, { params: { id: uuid } });
    notify.success({ message: t("profile.team.removed", { name }) });
    await queries.invalidateQueries({ queryKey: ["users"] });
  }
  return () =>
    askConfirmation({
      title: t("profile.team.removeQuestion", { name }),
      text: t("profile.team.removeText"),
      confirm: t("profile.team.remove"),
      isDangerous: true,
      run: remove,
    });
}
