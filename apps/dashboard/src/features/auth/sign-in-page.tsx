import { Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { AppError, type OpenedSession, routes } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { PasswordField } from "../../components/ui/form/password-field.tsx";
import { type AppForm, useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { startSession } from "../../lib/queries.ts";
import { call, session } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeField, findCodeFault } from "./code-field.tsx";
import { ProviderButton } from "./provider-button.tsx";

interface SignInValues extends Record<string, unknown> {
  username: string;
  password: string;
  twoFactorCode: string;
}

/** Signs users in with username and password (§2, /auth); a different username in the URL restarts the sign-in. */
export function SignInPage() {
  const { username = "" } = useParams();
  return <SignInSteps key={username} username={username} />;
}

/** Asks for the password, and for a two-factor code if the account requires one. */
function SignInSteps({ username }: { username: string }) {
  const { t } = useTranslation();
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useSignIn(username, { needsCode, setNeedsCode });
  return (
    <AuthFrame title={t(needsCode ? "twoFactor.title" : "auth.title")}>
      <form onSubmit={signIn.handleSubmit} noValidate>
        {needsCode ? (
          <CodeStep signIn={signIn} onBack={() => setNeedsCode(false)} />
        ) : (
          <PasswordStep signIn={signIn} />
        )}
      </form>
      {!needsCode && <ProviderButton errand={{ purpose: "login" }} label={t("auth.github")} />}
    </AuthFrame>
  );
}

interface SecondStep {
  needsCode: boolean;
  setNeedsCode: (needsCode: boolean) => void;
}

function useSignIn(username: string, { needsCode, setNeedsCode }: SecondStep): AppForm<SignInValues> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useUnguardedForm<SignInValues, OpenedSession>({
    initialValues: { username, password: "", twoFactorCode: "" },
    validate: (values) => ({
      username: !values.username.trim() && t("auth.missing"),
      password: !values.password && t("auth.missing"),
      twoFactorCode: needsCode && findCodeFault(values.twoFactorCode),
    }),
    send({ twoFactorCode, ...names }) {
      const body = { ...names, knownBrowsers: session.knownBrowsers() };
      return call(routes.login, { body: needsCode ? { ...body, twoFactorCode } : body });
    },
    async onSent(opened) {
      startSession(opened);
      await navigate("/");
    },
    onRefused(error) {
      const isCodeMissing = error instanceof AppError && error.code === "two_factor_required";
      if (isCodeMissing) setNeedsCode(true);
      return isCodeMissing;
    },
  });
}

function PasswordStep({ signIn: { form, fault, isSending } }: { signIn: AppForm<SignInValues> }) {
  const { t } = useTranslation();
  const isPrefilled = form.getInitialValues().username !== "";
  return (
    <Stack>
      <FormFault fault={fault} />
      <TextInput
        label={t("auth.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!isPrefilled}
        key={form.key("username")}
        {...form.getInputProps("username")}
      />
      <PasswordField
        label={t("auth.password")}
        name="password"
        autoComplete="current-password"
        autoFocus={isPrefilled}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <Group justify="flex-end" mt={-8}>
        <Anchor component={Link} to="/forgot" size="sm">
          {t("auth.forgot")}
        </Anchor>
      </Group>
      <Button type="submit" loading={isSending}>
        {t("auth.submit")}
      </Button>
    </Stack>
  );
}

function CodeStep({ signIn, onBack }: { signIn: AppForm<SignInValues>; onBack: () => void }) {
  const { t } = useTranslation();
  const { form, fault, isSending } = signIn;
  return (
    <Stack>
      <FormFault fault={fault} />
      <CodeField key={form.key("twoFactorCode")} {...form.getInputProps("twoFactorCode")} />
      <Button type="submit" loading={isSending}>
        {t("twoFactor.submit")}
      </Button>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => {
          form.reset();
          onBack();
        }}
      >
        {t("twoFactor.otherAccount")}
      </Anchor>
    </Stack>
  );
}
