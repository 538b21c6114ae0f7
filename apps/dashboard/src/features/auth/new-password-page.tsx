import { Button, Stack, Text } from "@mantine/core";
import { AppError, routes } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { findNewPasswordFaults, NewPasswordFields } from "../../components/ui/form/new-password-fields.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { LinkFrame } from "./link-frame.tsx";

/** Sets a new password with the link of an email (/forgot/{key}). */
export function NewPasswordPage() {
  const { t } = useTranslation();
  const { key = "" } = useParams();
  const [savedFor, setSavedFor] = useState<string>();
  if (savedFor) return <PasswordSaved username={savedFor} />;
  const action = (
    <Button component={Link} to="/forgot">
      {t("forgot.ask")}
    </Button>
  );
  return (
    <LinkFrame
      title={t("forgot.newTitle")}
      name={["forgot", key]}
      read={() => loadLink(key)}
      expired={{ title: t("forgot.title"), text: t("forgot.expired"), action }}
    >
      {({ username }) => (
        <PasswordForm key={key} linkKey={key} username={username} onSaved={() => setSavedFor(username)} />
      )}
    </LinkFrame>
  );
}

/** Loads the link. A truncated key must be rejected by the page, because the server would take it for a username and return nothing. */
async function loadLink(key: string) {
  const link = await call(routes.getForgot, { params: { id: key } });
  if (!link) throw new AppError("link_expired");
  return link;
}

interface PasswordFormProps {
  linkKey: string;
  username: string;
  onSaved: () => void;
}

function PasswordForm({ linkKey, username, onSaved }: PasswordFormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { password: "", confirmPassword: "" },
    validate({ password, confirmPassword }) {
      const { next, ...rest } = findNewPasswordFaults(password, confirmPassword);
      return { password: next, ...rest };
    },
    send: (body) => call(routes.resetPassword, { params: { id: linkKey }, body }),
    onSent: onSaved,
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          {t("forgot.newFor", { username })}
        </Text>
        <FormFault fault={fault} title={t("password.failed")} />
        {/* Tells the browser's password manager for which username to store the new password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordFields form={form} name="password" />
        <Button type="submit" loading={isSending}>
          {t("password.submit")}
        </Button>
      </Stack>
    </form>
  );
}

function PasswordSaved({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t("forgot.savedTitle")}>
      <Stack>
        <Text role="status">{t("forgot.saved")}</Text>
        <Button component={Link} to={`/auth/${encodeURIComponent(username)}`}>
          {t("forgot.signIn")}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
