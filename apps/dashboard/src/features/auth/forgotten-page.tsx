import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { routes } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** Requests a link to set a new password. The response never reveals whether the account exists. */
export function ForgottenPage() {
  const { t } = useTranslation();
  const [sentFor, setSentFor] = useState<string>();
  return (
    <AuthFrame title={t(sentFor ? "forgot.sentTitle" : "forgot.title")}>
      {sentFor ? (
        <LinkSent name={sentFor} onAgain={() => setSentFor(undefined)} />
      ) : (
        <RequestForm onSent={(name) => setSentFor(name)} />
      )}
    </AuthFrame>
  );
}

function RequestForm({ onSent }: { onSent: (name: string) => void }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { id: "" },
    validate: ({ id }) => ({ id: !id.trim() && t("auth.missing") }),
    send: ({ id }) => call(routes.forgot, { params: { id: id.trim() }, body: {} }),
    onSent: (_, { id }) => onSent(id.trim()),
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          {t("forgot.why")}
        </Text>
        <FormFault fault={fault} />
        <TextInput
          label={t("forgot.label")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          key={form.key("id")}
          {...form.getInputProps("id")}
        />
        <Button type="submit" loading={isSending}>
          {t("forgot.submit")}
        </Button>
        <BackToSignIn />
      </Stack>
    </form>
  );
}

function LinkSent({ name, onAgain }: { name: string; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text style={{ overflowWrap: "anywhere" }}>{t("forgot.sent", { name })}</Text>
      <Text c="dimmed" size="sm">
        {t("forgot.nothing")}
      </Text>
      <Button variant="default" onClick={onAgain}>
        {t("forgot.again")}
      </Button>
      <BackToSignIn />
    </Stack>
  );
}

function BackToSignIn() {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} to="/auth" size="sm" ta="center">
      {t("auth.toSignIn")}
    </Anchor>
  );
}
