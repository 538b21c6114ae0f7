import { Menu, Text } from "@mantine/core";
import { type ApiCall, routes, type UserView } from "@shoal/contract";
import { IconKey, IconShieldOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { meQuery } from "../../lib/queries.ts";
import { promptPassword } from "../ui/dialogs/password-prompt.tsx";

interface RecoveryItemsProps {
  user: UserView;
  /** Calls the API as the signed-in user of the current client. */
  call: ApiCall;
}

/**
 * Menu items that restore access for a locked-out colleague; none for the signed-in user and for users who were only
 * invited.
 * Uses the texts of the "people" area.
 */
export function RecoveryItems({ user, call }: RecoveryItemsProps) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  const link = usePasswordLink({ user, call });
  const confirmClearing = useTwoFactorReset({ user, call });
  if (me?.uuid === user.uuid || !user.activated) return null;
  const canMail = user.email !== null && user.emailVerified;
  return (
    <>
      <Menu.Item
        leftSection={<IconKey size={16} />}
        disabled={!canMail || link.isPending}
        onClick={() => link.mutate()}
      >
        {t("rescue.sendLink")}
        {!canMail && (
          <Text size="xs" component="span" display="block">
            {t("rescue.noAddress")}
          </Text>
        )}
      </Menu.Item>
      {user.twoFactor && (
        <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={confirmClearing}>
          {t("rescue.clear")}
        </Menu.Item>
      )}
    </>
  );
}

function usePasswordLink({ user, call }: RecoveryItemsProps) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () => call(routes.sendPasswordLink, { params: { id: user.uuid } }),
    onSuccess: () => notify.success({ message: t("rescue.linkSent", { email: user.email ?? "" }) }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
}

function useTwoFactorReset({ user, call }: RecoveryItemsProps): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const name = user.username;
  return () =>
    promptPassword({
      title: t("rescue.clearQuestion", { name }),
      text: t("rescue.clearText", { name }),
      confirm: t("rescue.confirmClear"),
      isDangerous: true,
      async run(currentPassword) {
        await call(routes.clearTwoFactor, { params: { id: user.uuid }, body: { currentPassword } });
        notify.success({ message: t("rescue.cleared", { name }) });
        await queries.invalidateQueries({ queryKey: ["users"] });
      },
    });
}
