import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { AppError, routes, type UserView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { promptPassword } from "../../components/ui/dialogs/password-prompt.tsx";
import { notify } from "../../lib/notify.ts";
import { leaveSession } from "../../lib/queries.ts";
import { requestedPath } from "../../lib/requested-path.ts";
import { call } from "../../lib/session.ts";
import { Card } from "./card.tsx";
import { ClientLeave } from "./client-leave.tsx";
import { FirstPassword } from "./first-password.tsx";
import classes from "./leave-card.module.css";

/** Deletes the client with all its data, or the user's own account. */
export function LeaveCard({ user }: { user: UserView }) {
  const [client] = user.client_infos;
  return (
    <Card section="leave">
      {client && (
        <div className={classes.part}>
          <ClientLeave client={client} />
        </div>
      )}
      <div className={classes.part}>
        <UserLeave user={user} />
      </div>
    </Card>
  );
}

/** Lets users delete their own account. */
function UserLeave({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  async function deleteUser(currentPassword: string): Promise<void> {
    await call(routes.deleteMe, { body: { currentPassword } });
    leaveSession();
    requestedPath.clear();
    notify.success({ message: t("profile.leaving.userDeleted") });
    await navigate("/auth");
  }
  const handleDelete = () =>
    promptPassword({
      title: t("profile.leaving.userQuestion", { username: user.username }),
      text: t("profile.leaving.userHint"),
      confirm: t("profile.leaving.deleteUser"),
      isDangerous: true,
      run: deleteUser,
      explain: (error) =>
        error instanceof AppError && error.code === "last_manager"
          ? t("profile.leaving.lastManager")
          : undefined,
    });
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t("profile.leaving.user")}
      </Title>
      <Text size="sm" c="dimmed" maw="62ch">
        {t("profile.leaving.userHint")}
      </Text>
      {user.hasPassword ? (
        <Group justify="flex-end">
          <Button variant="default" c="var(--shoal-bad)" onClick={handleDelete}>
            {t("profile.leaving.deleteUser")}
          </Button>
        </Group>
      ) : (
        <FirstPassword user={user} />
      )}
    </Stack>
  );
}
