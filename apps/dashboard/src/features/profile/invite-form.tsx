import { Anchor, Button, Radio, Stack, TextInput } from "@mantine/core";
import { AppError, type CollaboratorRole, type Invitation, LANGUAGES, routes } from "@shoal/contract";
import { rolesOfCollaborator } from "@shoal/domain";
import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { type AppForm, useAppForm } from "../../components/ui/form/use-app-form.ts";
import { isEmail } from "../../lib/email.ts";
import { call } from "../../lib/session.ts";
import { FormButtons } from "./form-buttons.tsx";
import { showInvitation } from "./invitation-note.tsx";

/** As the server takes it: no spaces, and it begins with a letter or a digit. */
const USERNAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{1,59}$/u;
const ROLES = [
  ["account manager", "manager"],
  ["video manager", "editor"],
] as const;

interface Values extends Record<string, unknown> {
  name: string;
  username: string;
  email: string;
  roles: CollaboratorRole;
}

/** Asks for a new collaborator, and then shows the activation link. */
export function askInvitation(t: TFunction): void {
  const closing = openDialog({
    title: t("profile.team.add"),
    children: (
      <InviteForm
        onInvited={(invitation) =>
          void closing.then((close) => {
            close();
            showInvitation(t, invitation);
          })
        }
        onCancel={() => void closing.then((close) => close())}
      />
    ),
  });
}

interface InviteFormProps {
  onInvited: (invitation: Invitation) => void;
  onCancel: () => void;
}

function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const { t } = useTranslation();
  const { suggestion, ...invitation } = useInvitation(onInvited);
  const { form, fault, isSending, handleSubmit } = invitation;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} title={t("profile.team.failed")} />
        <TextInput
          label={t("profile.team.name")}
          name="name"
          autoComplete="off"
          maxLength={200}
          data-autofocus
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <UsernameField form={form} suggestion={suggestion} />
        <TextInput
          label={t("profile.team.email")}
          description={t("profile.team.emailHint")}
          type="email"
          inputMode="email"
          name="email"
          autoComplete="off"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <RoleField form={form} />
      </Stack>
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          {t("profile.team.create")}
        </Button>
      </FormButtons>
    </form>
  );
}

interface FieldProps {
  form: AppForm<Values>["form"];
}

function UsernameField({ form, suggestion }: FieldProps & { suggestion: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div>
      <TextInput
        label={t("profile.team.username")}
        description={t("profile.team.usernameHint")}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        key={form.key("username")}
        {...form.getInputProps("username")}
      />
      {suggestion && form.errors.username && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt={4}
          onClick={() => {
            form.setFieldValue("username", suggestion);
            form.getInputNode("username")?.focus();
          }}
        >
          {t("profile.team.use", { username: suggestion })}
        </Anchor>
      )}
    </div>
  );
}

function RoleField({ form }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t("profile.team.roleField")} key={form.key("roles")} {...form.getInputProps("roles")}>
      <Stack gap="xs" mt="xs">
        {ROLES.map(([role, text]) => (
          <Radio
            key={role}
            value={role}
            label={t(`profile.roles.${text}`)}
            description={t(`profile.team.roleHints.${text}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function useInvitation(onInvited: InviteFormProps["onInvited"]) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [suggestion, setSuggestion] = useState<string>();
  // Mails go out in the language of who invites; the invited one changes it when he likes.
  const language = LANGUAGES.find((code) => code.toLowerCase() === i18n.language) ?? "EN";
  const appForm = useAppForm<Values, Invitation>({
    initialValues: { name: "", username: "", email: "", roles: "video manager" },
    validate: ({ username, email }) => ({
      username: !USERNAME.test(username.trim()) && t("profile.team.usernameFault"),
      email: email.trim() !== "" && !isEmail(email) && t("email.invalid"),
    }),
    send: ({ name, username, email, roles }) =>
      call(routes.createUser, {
        body: {
          username: username.trim(),
          roles: rolesOfCollaborator(roles),
          language,
          ...(name.trim() ? { name: name.trim() } : {}),
          ...(email.trim() ? { email: email.trim() } : {}),
        },
      }),
    async onSent(invitation) {
      onInvited(invitation);
      await queries.invalidateQueries({ queryKey: ["users"] });
    },
    onRefused(error) {
      setSuggestion(error instanceof AppError ? error.suggestion : undefined);
      return false;
    },
  });
  return { ...appForm, suggestion };
}
