import { Button, Group, Text } from "@mantine/core";
import { AppError, routes, type UserView } from "@shoal/contract";
import { IconBrandGithub } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { promptPassword } from "../../components/ui/dialogs/password-prompt.tsx";
import { notify } from "../../lib/notify.ts";
import { goToLink } from "../../lib/provider.ts";
import { cacheUser } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { settingsQuery } from "../../lib/settings.ts";
import { Card } from "./card.tsx";
import { FirstPassword } from "./first-password.tsx";

/** Links the account at the code-hosting provider; shows nothing if the server has no provider and the user no linked account. */
export function ProviderCard({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const isOffered = useHasProvider();
  if (!isOffered && !user.github) return null;
  return (
    <Card section="provider" hint={t(isOffered ? "profile.githubLink.hint" : "profile.githubLink.notThere")}>
      <ProviderState user={user} />
    </Card>
  );
}

function ProviderState({ user }: { user: UserView }) {
  if (user.github) return <LinkedAccount login={user.github} />;
  return user.hasPassword ? <LinkAccount /> : <FirstPassword user={user} />;
}

/** Whether the server offers the provider. */
export const useHasProvider = (): boolean => useQuery(settingsQuery).data?.github ?? false;

function LinkedAccount({ login }: { login: string }) {
  const { t } = useTranslation();
  async function unlink(): Promise<void> {
    try {
      cacheUser(await call(routes.unlinkGithub, {}));
      notify.success({ message: t("profile.githubLink.unlinked") });
    } catch (error) {
      const hasNoPassword = error instanceof AppError && error.code === "illegal_transition";
      if (!hasNoPassword) throw error;
      notify.warning({ message: t("profile.githubLink.noPassword"), autoClose: 10_000 });
    }
  }
  const handleUnlink = () =>
    askConfirmation({
      title: t("profile.githubLink.unlinkQuestion"),
      text: t("profile.githubLink.unlinkText", { login }),
      confirm: t("profile.githubLink.unlink"),
      isDangerous: true,
      run: unlink,
    });
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <IconBrandGithub size={20} aria-hidden />
        <Text fw={600}>{t("profile.githubLink.linked", { login })}</Text>
      </Group>
      <Button variant="default" onClick={handleUnlink}>
        {t("profile.githubLink.unlink")}
      </Button>
    </Group>
  );
}

/** Links an account at the provider. The linked account grants the same access as the password, which is therefore required. */
function LinkAccount() {
  const { t } = useTranslation();
  const handleLink = () =>
    promptPassword({
      title: t("profile.githubLink.link"),
      text: t("profile.githubLink.password"),
      confirm: t("profile.githubLink.go"),
      run: goToLink,
    });
  return (
    <Group justify="flex-end">
      <Button variant="default" leftSection={<IconBrandGithub size={18} />} onClick={handleLink}>
        {t("profile.githubLink.link")}
      </Button>
    </Group>
  );
}
