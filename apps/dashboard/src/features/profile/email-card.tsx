import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { AppError, routes, type UserView } from "@shoal/contract";
import { IconMailForward } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { promptPassword } from "../../components/ui/dialogs/password-prompt.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { PasswordField } from "../../components/ui/form/password-field.tsx";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { isEmail } from "../../lib/email.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { cacheUser, meQuery } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { Card } from "./card.tsx";
import { FirstPassword } from "./first-password.tsx";

/** Shows the current and the pending email, and the form to change it. */
export function EmailCard({ user }: { user: UserView }) {
  const { t } = useTranslation();
  // The confirmation link opens in another tab or mail program, so the user's data is reloaded when this page gets the focus again.
  useQuery({ ...meQuery, refetchOnWindowFocus: "always" });
  return (
    <Card section="email">
      <CurrentEmail user={user} />
      {user.newEmail && user.email && <PendingEmail current={user.email} next={user.newEmail} />}
      {!user.emailVerified && user.email && !user.newEmail && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" maw={420}>
            {t("profile.ownEmail.unverifiedHint")}
          </Text>
          <ResendButton address={user.email} />
        </Group>
      )}
      {user.hasPassword ? <ChangeEmailForm user={user} /> : <FirstPassword user={user} />}
    </Card>
  );
}

function CurrentEmail({ user }: { user: UserView }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t("profile.ownEmail.current")}
      </Text>
      <Group gap="sm">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {user.email ?? t("profile.ownEmail.none")}
        </Text>
        {user.email && (
          <StateBadge tone={user.emailVerified ? "good" : "warning"}>
            {t(user.emailVerified ? "profile.ownEmail.verified" : "profile.ownEmail.unverified")}
          </StateBadge>
        )}
      </Group>
    </div>
  );
}

function PendingEmail({ current, next }: { current: string; next: string }) {
  const { t } = useTranslation();
  async function drop(currentPassword: string): Promise<void> {
    cacheUser(await call(routes.updateMe, { body: { currentPassword, email: current } }));
    notify.success({ message: t("profile.ownEmail.kept", { email: current }) });
  }
  const handleKeep = () =>
    promptPassword({
      title: t("profile.ownEmail.keep"),
      text: t("profile.ownEmail.keepText", { email: next }),
      confirm: t("profile.ownEmail.keep"),
      run: drop,
    });
  return (
    <Alert icon={<IconMailForward />} title={t("profile.ownEmail.pending", { email: next })}>
      <Stack gap="sm">
        <Text size="sm">{t("profile.ownEmail.pendingHint")}</Text>
        <Group gap="sm">
          <ResendButton address={next} />
          <Button variant="default" size="xs" onClick={handleKeep}>
            {t("profile.ownEmail.keep")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function ResendButton({ address }: { address: string }) {
  const { t } = useTranslation();
  const again = useMutation({
    mutationFn: () => call(routes.sendVerification, {}),
    onSuccess: () => notify.success({ message: t("profile.ownEmail.sent", { email: address }) }),
    onError(error) {
      const isConfirmed = error instanceof AppError && error.code === "illegal_transition";
      notify.failure({ message: isConfirmed ? t("profile.ownEmail.nothing") : errorText(error) });
    },
  });
  return (
    <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
      {t("profile.ownEmail.again")}
    </Button>
  );
}

function ChangeEmailForm({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useEmailChange(user);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack maw={460}>
        <FormFault fault={fault} title={t("email.failed")} />
        <TextInput
          label={t("profile.ownEmail.next")}
          description={t("profile.ownEmail.nextHint")}
          type="email"
          inputMode="email"
          autoComplete="email"
          name="email"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordField
          label={t("profile.ownEmail.password")}
          name="currentPassword"
          autoComplete="current-password"
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={isSending}>
          {t("profile.ownEmail.submit")}
        </Button>
      </Group>
    </form>
  );
}

function useEmailChange(user: UserView) {
  const { t } = useTranslation();
  const appForm = useUnguardedForm({
    initialValues: { email: "", currentPassword: "" },
    validate: ({ email, currentPassword }) => ({
      email: findEmailFault(email.trim(), user.email),
      currentPassword: !currentPassword && t("auth.missing"),
    }),
    send: ({ email, currentPassword }) =>
      call(routes.updateMe, { body: { email: email.trim(), currentPassword } }),
    onSent(saved, { email }) {
      cacheUser(saved);
      appForm.form.reset();
      notify.success({ message: t("email.saved", { email: email.trim() }) });
    },
  });
  function findEmailFault(email: string, current: string | null): string | false {
    if (!isEmail(email)) return t("email.invalid");
    return email.toLowerCase() === current?.toLowerCase() && t("profile.ownEmail.same");
  }
  const { email } = appForm.form.getValues();
  // The current password does not count, because browsers fill it in automatically.
  useReportUnsaved(email !== "");
  return appForm;
}
