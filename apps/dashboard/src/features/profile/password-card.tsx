import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { routes, type UserView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { findNewPasswordFaults, NewPasswordFields } from "../../components/ui/form/new-password-fields.tsx";
import { PasswordField } from "../../components/ui/form/password-field.tsx";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { notify } from "../../lib/notify.ts";
import { cacheUser } from "../../lib/queries.ts";
import { call, session } from "../../lib/session.ts";
import { Card } from "./card.tsx";
import { FirstPassword } from "./first-password.tsx";
import { SESSIONS_KEY } from "./session-list.ts";

/** Changes the password, which ends the user's other sessions. */
export function PasswordCard({ user }: { user: UserView }) {
  const { t } = useTranslation();
  return (
    <Card section="password" hint={t("profile.newPassword.hint")}>
      {user.hasPassword ? <ChangePasswordForm user={user} /> : <FirstPassword user={user} />}
    </Card>
  );
}

function ChangePasswordForm({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useNewPassword();
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack maw={460}>
        <FormFault fault={fault} title={t("password.failed")} />
        {/* Tells the browser's password manager for which username to store the new password. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={t("password.current")}
          name="currentPassword"
          autoComplete="current-password"
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
        <NewPasswordFields form={form} name="newPassword" />
        <Text size="sm" c="dimmed">
          {t("profile.newPassword.forgot")}{" "}
          <Anchor component={Link} to="/forgot" inherit underline="always">
            {t("profile.newPassword.forgotLink")}
          </Anchor>
        </Text>
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={isSending}>
          {t("profile.newPassword.submit")}
        </Button>
      </Group>
    </form>
  );
}

function useNewPassword() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const appForm = useUnguardedForm({
    initialValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
    validate({ currentPassword, newPassword, confirmPassword }) {
      const { next, ...rest } = findNewPasswordFaults(newPassword, confirmPassword);
      return { currentPassword: !currentPassword && t("auth.missing"), newPassword: next, ...rest };
    },
    send: (body) => call(routes.updateMe, { body }),
    onSent({ credential, ...user }) {
      if (credential) session.renew(credential);
      cacheUser(user);
      appForm.form.reset();
      notify.success({ message: t("password.saved") });
      return queries.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
  const { newPassword, confirmPassword } = appForm.form.getValues();
  // The current password does not count, because browsers fill it in automatically.
  useReportUnsaved(newPassword !== "" || confirmPassword !== "");
  return appForm;
}
