import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { errorText } from "../../lib/error-text.ts";
import { enter } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";

export function SignInPage() {
  const { t } = useTranslation();
  const [form, setForm] = useState({ username: useParams().username ?? "", password: "" });
  const [isChecked, setChecked] = useState(false);
  const signIn = useSignIn();
  const missing = (value: string) => (isChecked && !value ? t("auth.missing") : undefined);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (form.username && form.password) signIn.mutate(form);
  }

  return (
    <AuthFrame title={t("auth.title")}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          {signIn.error && (
            <Alert color="red" icon={<IconAlertCircle />} role="alert">
              {errorText(signIn.error)}
            </Alert>
          )}
          <TextInput
            label={t("auth.username")}
            name="username"
            autoComplete="username"
            value={form.username}
            error={missing(form.username)}
            onChange={(event) => setForm({ ...form, username: event.currentTarget.value })}
          />
          <PasswordInput
            label={t("auth.password")}
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": t("auth.showPassword") }}
            value={form.password}
            error={missing(form.password)}
            onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
          />
          <Button type="submit" loading={signIn.isPending} mt="xs">
            {t("auth.submit")}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function useSignIn() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) => call(routes.login, { body }),
    onSuccess: async (opened) => {
      enter(opened);
      await navigate("/");
    },
  });
}
