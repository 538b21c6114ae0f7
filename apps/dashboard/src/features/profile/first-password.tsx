import { Button, Group, Text } from "@mantine/core";
import { routes, type UserView } from "@shoal/contract";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

/**
 * Replaces the password field for users who have only signed in through the provider: they receive an email with a link to set a password.
 */
export function FirstPassword({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const mail = useMutation({
    mutationFn: () => call(routes.forgot, { params: { id: user.username }, body: {} }),
    onSuccess: () =>
      notify.success({ message: t("profile.newPassword.firstSent", { email: user.email ?? "" }) }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  // Password links are sent only to verified emails.
  const canMail = user.email !== null && user.emailVerified;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" maw={420}>
        {t(canMail ? "profile.newPassword.first" : "profile.newPassword.firstUnverified")}
      </Text>
      {canMail && (
        <Button
          variant="default"
          loading={mail.isPending}
          disabled={mail.isSuccess}
          onClick={() => mail.mutate()}
        >
          {t("profile.newPassword.forgotLink")}
        </Button>
      )}
    </Group>
  );
}
