import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../form/form-fault.tsx";
import { PasswordField } from "../form/password-field.tsx";
import { useAppForm } from "../form/use-app-form.ts";
import { openDialog } from "./dialogs.tsx";

interface PasswordPrompt {
  title: string;
  text: ReactNode;
  /** The label of the submit button, such as "Delete". */
  confirm: string;
  isDangerous?: boolean;
  run: (currentPassword: string) => Promise<unknown>;
  /** Returns the text for an error that this action explains itself; undefined for the default text. */
  explain?: (error: unknown) => string | undefined;
}

/** Asks for the current password before an action, because another person may be using a session left open. */
export function promptPassword(prompt: PasswordPrompt): void {
  const closing = openDialog({
    title: prompt.title,
    children: <PasswordPromptForm {...prompt} onEnd={() => void closing.then((close) => close())} />,
  });
}

function PasswordPromptForm(props: PasswordPrompt & { onEnd: () => void }) {
  const { text, confirm, isDangerous, run, explain, onEnd } = props;
  const { t } = useTranslation();
  const textId = useId();
  const [explanation, setExplanation] = useState<string>();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { currentPassword: "" },
    validate: ({ currentPassword }) => ({ currentPassword: !currentPassword && t("auth.missing") }),
    send: ({ currentPassword }) => run(currentPassword),
    onSent: onEnd,
    onRefused(error) {
      const found = explain?.(error);
      setExplanation(found);
      return found !== undefined;
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate aria-describedby={textId}>
      <Stack>
        <Text size="sm" id={textId}>
          {text}
        </Text>
        <FormFault fault={explanation ?? fault} />
        <PasswordField
          label={t("password.current")}
          name="currentPassword"
          autoComplete="current-password"
          data-autofocus
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending} {...(isDangerous ? { color: "red.8" } : {})}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
