import { Button, Stack, Text, TextInput } from "@mantine/core";
import { routes } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { isEmail } from "../../lib/email.ts";
import { notify } from "../../lib/notify.ts";
import { cacheUser } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** Asks for the first email of an account (§2, /mail): the email takes effect immediately and is verified by a link sent to it. */
export function EmailPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { email: "" },
    validate: ({ email }) => ({ email: !isEmail(email) && t("email.invalid") }),
    send: ({ email }) => call(routes.updateMe, { body: { email: email.trim() } }),
    async onSent(user) {
      cacheUser(user);
      notify.success({ message: t("email.saved", { email: user.email }) });
      await navigate("/");
    },
  });
  return (
    <AuthFrame title={t("email.title")} canLeave>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          <Text c="dimmed" size="sm">
            {t("email.why")}
          </Text>
          <FormFault fault={fault} title={t("email.failed")} />
          <TextInput
            label={t("email.label")}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoFocus
            name="email"
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <Button type="submit" loading={isSending}>
            {t("email.submit")}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
