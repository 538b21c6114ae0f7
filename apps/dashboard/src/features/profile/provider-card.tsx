import { Alert, Button, Group, Text } from "@mantine/core";
import { AppError, routes, type UserView } from "@shoal/contract";
import { IconBrandGithub } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { goToProvider } from "../../lib/provider.ts";
import { rememberUser } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { settingsQuery } from "../../lib/settings.ts";
import { Card } from "./card.tsx";

/** The account at the code-hosting provider; nothing where neither the server nor the user has one. */
export function ProviderCard({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const isOffered = useHasProvider();
  if (!isOffered && !user.github) return null;
  return (
    <Card section="provider" hint={t(isOffered ? "profile.githubLink.hint" : "profile.githubLink.notThere")}>
      {user.github ? <Linked login={user.github} /> : <Link />}
    </Card>
  );
}

/** Whether the server offers the provider. */
export const useHasProvider = (): boolean => useQuery(settingsQuery).data?.github ?? false;

function Linked({ login }: { login: string }) {
  const { t } = useTranslation();
  async function unlink(): Promise<void> {
    try {
      rememberUser(await call(routes.unlinkGithub, {}));
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

function Link() {
  const { t } = useTranslation();
  const go = useMutation({ mutationFn: () => goToProvider({ purpose: "link" }) });
  return (
    <>
      {go.error && (
        <Alert color="red" role="alert">
          {errorText(go.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconBrandGithub size={18} />}
          // After success the browser is on its way.
          loading={go.isPending || go.isSuccess}
          onClick={() => go.mutate()}
        >
          {t("profile.githubLink.link")}
        </Button>
      </Group>
    </>
  );
}
