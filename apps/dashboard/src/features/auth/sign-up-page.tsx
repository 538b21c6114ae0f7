import { Button, Stack, Text } from "@mantine/core";
import { type ResponseOf, routes } from "@shoal/contract";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { findNewPasswordFaults, NewPasswordFields } from "../../components/ui/form/new-password-fields.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { adoptLanguage } from "../../i18n/index.ts";
import { notify } from "../../lib/notify.ts";
import { startSession } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { LinkFrame } from "./link-frame.tsx";
import { ProviderButton } from "./provider-button.tsx";

type SignupOwner = ResponseOf<typeof routes.getSignup>;

/** Activates an account by its link (§2, /signup/{signupid}): with a password, or with GitHub. */
export function SignUpPage() {
  const { t } = useTranslation();
  const { signupid: key = "" } = useParams();
  const action = (
    <Button component={Link} to="/auth" variant="default">
      {t("signup.toSignIn")}
    </Button>
  );
  return (
    <LinkFrame
      title={t("signup.title")}
      name={["signup", key]}
      read={() => call(routes.getSignup, { params: { id: key } })}
      expired={{ title: t("signup.expiredTitle"), text: t("errors.link_expired"), action }}
    >
      {(owner) => <ActivationForm key={key} linkKey={key} owner={owner} />}
    </LinkFrame>
  );
}

function ActivationForm({ linkKey, owner }: { linkKey: string; owner: SignupOwner }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useAccountActivation(linkKey);
  useEffect(() => void adoptLanguage(owner.language), [owner.language]);
  return (
    <>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          <Text c="dimmed" size="sm">
            {t("signup.welcome", owner)}
          </Text>
          <FormFault fault={fault} title={t("password.failed")} />
          {/* Tells the browser's password manager for which username to store the password. */}
          <input type="text" name="username" autoComplete="username" value={owner.username} readOnly hidden />
          <NewPasswordFields form={form} name="password" />
          <Button type="submit" loading={isSending}>
            {t("signup.submit")}
          </Button>
        </Stack>
      </form>
      <ProviderButton errand={{ purpose: "signup", key: linkKey }} label={t("signup.github")} />
    </>
  );
}

function useAccountActivation(linkKey: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useUnguardedForm({
    initialValues: { password: "", confirmPassword: "" },
    validate({ password, confirmPassword }) {
      const { next, ...rest } = findNewPasswordFaults(password, confirmPassword);
      return { password: next, ...rest };
    },
    send: (body) => call(routes.signup, { params: { id: linkKey }, body }),
    async onSent(opened) {
      startSession(opened);
      notify.success({ message: t("signup.done") });
      await navigate("/");
    },
  });
}
