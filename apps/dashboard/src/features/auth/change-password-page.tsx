import { Alert, Button, List, PasswordInput, Stack, Text, ThemeIcon } from "@mantine/core";
import { routes } from "@shoal/contract";
import { findPasswordFaults, type PasswordFault } from "@shoal/domain";
import { IconAlertCircle, IconCheck, IconCircleDashed } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { rememberUser } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";

const FAULTS: PasswordFault[] = ["too_short", "no_lowercase", "no_uppercase", "no_digit", "no_special"];

export function ChangePasswordPage() {
  const { t } = useTranslation();
  const [form, setForm] = useState({ currentPassword: "", newPassword: "", confirmPassword: "" });
  const change = useChangePassword();
  const faults = findPasswordFaults(form.newPassword);
  const differs = form.confirmPassword !== "" && form.confirmPassword !== form.newPassword;
  const isReady =
    form.currentPassword !== "" && faults.length === 0 && form.confirmPassword === form.newPassword;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) change.mutate(form);
  }
  const field = (name: keyof typeof form, autoComplete: string) => ({
    name,
    autoComplete,
    value: form[name],
    visibilityToggleButtonProps: { "aria-label": t("auth.showPassword") },
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });

  return (
    <AuthFrame title={t("password.title")}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          <Text c="dimmed">{t("password.why")}</Text>
          {change.error && (
            <Alert color="red" icon={<IconAlertCircle />} role="alert">
              {errorText(change.error)}
            </Alert>
          )}
          <PasswordInput label={t("password.current")} {...field("currentPassword", "current-password")} />
          <PasswordInput label={t("password.next")} {...field("newPassword", "new-password")} />
          <RuleList broken={faults} />
          <PasswordInput
            label={t("password.confirm")}
            error={differs ? t("password.differs") : undefined}
            {...field("confirmPassword", "new-password")}
          />
          <Button type="submit" disabled={!isReady} loading={change.isPending}>
            {t("password.submit")}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function RuleList({ broken }: { broken: PasswordFault[] }) {
  const { t } = useTranslation();
  return (
    <List size="sm" spacing={4} aria-label={t("password.rule")}>
      {FAULTS.map((fault) => {
        const isMet = !broken.includes(fault);
        const icon = (
          <ThemeIcon size={18} radius="xl" variant="light" color={isMet ? "teal" : "gray"}>
            {isMet ? <IconCheck size={12} /> : <IconCircleDashed size={12} />}
          </ThemeIcon>
        );
        return (
          <List.Item key={fault} icon={icon} data-met={isMet}>
            {t(`password.${fault}`)}
          </List.Item>
        );
      })}
    </List>
  );
}

function useChangePassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string; confirmPassword: string }) =>
      call(routes.updateMe, { body }),
    onSuccess: async (user) => {
      rememberUser(user);
      notify.success({ message: t("password.saved") });
      await navigate("/");
    },
  });
}
