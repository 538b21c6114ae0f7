import { Button, Stack, Text, TextInput } from "@mantine/core";
import { routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { PasswordField } from "../../components/ui/form/password-field.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { notify } from "../../lib/notify.ts";
import { CODE_DIGITS, plainCode } from "../../lib/one-time-code.ts";
import { meQuery } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { FormButtons } from "./form-buttons.tsx";

const MAX_CODE_LENGTH = 40;

/** Turns two-step verification off; requires the password and a code. */
export function StopTwoFactor({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useTurnOff(onEnd);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack maw={460}>
        <Text size="sm">{t("profile.secondStep.stopHint")}</Text>
        <FormFault fault={fault} title={t("profile.secondStep.failed")} />
        <PasswordField
          label={t("profile.secondStep.password")}
          name="currentPassword"
          autoComplete="current-password"
          autoFocus
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
        <TextInput
          label={t("profile.secondStep.stopCode")}
          name="code"
          autoComplete="one-time-code"
          maxLength={MAX_CODE_LENGTH}
          spellCheck={false}
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
      </Stack>
      <FormButtons onCancel={onEnd}>
        <Button type="submit" color="red.8" loading={isSending}>
          {t("profile.secondStep.stop")}
        </Button>
      </FormButtons>
    </form>
  );
}

function useTurnOff(onEnd: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm({
    initialValues: { currentPassword: "", code: "" },
    validate: ({ currentPassword, code }) => ({
      currentPassword: !currentPassword && t("auth.missing"),
      code: plainCode(code).length < CODE_DIGITS && t("twoFactor.incomplete"),
    }),
    send: (body) => call(routes.stopTwoFactor, { body }),
    async onSent() {
      notify.success({ message: t("profile.secondStep.switchedOff") });
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
      onEnd();
    },
  });
}
