import { Button, Stack, Text } from "@mantine/core";
import { routes } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { findNewPasswordFaults, NewPasswordFields } from "../../components/ui/form/new-password-fields.tsx";
import { PasswordField } from "../../components/ui/form/password-field.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { notify } from "../../lib/notify.ts";
import { cacheUser } from "../../lib/queries.ts";
import { call, session } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** Forces a user to change the first password (§2, /changePassword). */
export function ChangePasswordPage() {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useFirstPassword();
  return (
    <AuthFrame title={t("password.title")} canLeave>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          <Text c="dimmed" size="sm">
            {t("password.why")}
          </Text>
          <FormFault fault={fault} title={t("password.failed")} />
          <PasswordField
            label={t("password.current")}
            name="currentPassword"
            autoComplete="current-password"
            autoFocus
            key={form.key("currentPassword")}
            {...form.getInputProps("currentPassword")}
          />
          <NewPasswordFields form={form} name="newPassword" />
          <Button type="submit" loading={isSending}>
            {t("password.submit")}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function useFirstPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useUnguardedForm({
    initialValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
    validate({ currentPassword, newPassword, confirmPassword }) {
      const { next, ...rest } = findNewPasswordFaults(newPassword, confirmPassword);
      return { currentPassword: !currentPassword && t("auth.missing"), newPassword: next, ...rest };
    },
    send: (body) => call(routes.updateMe, { body }),
    async onSent({ credential, ...user }) {
      if (credential) session.renew(credential);
      cacheUser(user);
      notify.success({ message: t("password.saved") });
      await navigate("/");
    },
  });
}
