import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type Invitation, LANGUAGES, type Language, type Role, routes } from "@shoal/contract";
import { IconUserPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import i18next, { type TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES } from "../../lib/language-names.ts";
import { call } from "../../lib/session.ts";
import { openDialog } from "../ui/dialogs/dialogs.tsx";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useCancel } from "../ui/form/unsaved.ts";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { ClientSelect } from "./client-select.tsx";
import { InvitationNotice } from "./invitation-notice.tsx";
import { RoleField } from "./role-field.tsx";
import { findEmailFault, findUsernameFault } from "./user-faults.ts";
import { UsernameField, useUsernameSuggestion } from "./username-field.tsx";

/** The users being managed: those of the displayed client, or of all clients for platform administrators. */
type InvitingScope = "client" | "all";

interface InviteProps {
  scope: InvitingScope;
  /** Uuid of the preselected client; "" for none. Only for platform administrators. */
  client: string;
  /** The role that is selected at first. */
  firstRole: Role;
  /** Whether the form is in a dialog, which is wide enough for two fields side by side. */
  isInDialog?: boolean;
  onClose?: (() => void) | undefined;
}

/** Opens the form in a dialog, for a user of the current client. */
export function openInvitationDialog(t: TFunction): void {
  const close = () => void closing.then((end) => end());
  const closing = openDialog({
    title: t("users.newTitle"),
    size: "lg",
    children: <InviteDialog onClose={close} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation>();
  if (invitation)
    return (
      <InvitedUser
        invitation={invitation}
        isTitled
        onAnother={() => setInvitation(undefined)}
        onClose={onClose}
      />
    );
  return (
    <InviteForm
      scope="client"
      client=""
      firstRole="editor"
      isInDialog
      onInvited={setInvitation}
      onClose={onClose}
    />
  );
}

interface InvitedUserProps {
  invitation: Invitation;
  /** Whether the title names the invited user. */
  isTitled?: boolean;
  onAnother: () => void;
  onClose?: (() => void) | undefined;
}

/** Shows the activation link of the invited user, and the next steps. */
export function InvitedUser({ invitation, isTitled = false, onAnother, onClose }: InvitedUserProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      {isTitled && <Text fw={600}>{t("users.invited", { username: invitation.user.username })}</Text>}
      <InvitationNotice invitation={invitation} />
      <Group gap="sm">
        <Button leftSection={<IconUserPlus size={17} />} onClick={onAnother}>
          {t("users.another")}
        </Button>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t("users.done")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

type InviteFormProps = InviteProps & { onInvited: (invitation: Invitation) => void };

/** The form for inviting a user: on the users' page, in the administration and in the profile. */
export function InviteForm(props: InviteFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(() => props.onClose?.());
  const { form, fault, isSending, handleSubmit, suggestion, handleTake } = useNewUser(props);
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("users.newTitle")}>
      <Stack>
        <FormFault fault={fault} title={t("users.createFailed")} />
        <PersonFields {...props} form={form} suggestion={suggestion} onAccept={handleTake} />
        <RoleField {...form.getInputProps("roles")} />
        <Group gap="sm">
          <Button type="submit" loading={isSending} leftSection={<IconUserPlus size={17} />}>
            {t("users.create")}
          </Button>
          {props.onClose && (
            <Button variant="default" onClick={handleCancel}>
              {t("common.cancel")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PersonFieldsProps extends Pick<ReturnType<typeof useNewUser>, "form" | "suggestion"> {
  scope: InvitingScope;
  isInDialog?: boolean;
  onAccept: (username: string) => void;
}

function PersonFields({ scope, isInDialog = false, form, suggestion, onAccept }: PersonFieldsProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: isInDialog ? 2 : scope === "all" ? 5 : 4 }} spacing="md">
      <UsernameField
        suggestion={suggestion}
        onAccept={onAccept}
        data-autofocus
        key={form.key("username")}
        {...form.getInputProps("username")}
      />
      <TextInput
        label={t("users.name")}
        name="name"
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput
        label={t("users.emailOptional")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <LanguageField {...form.getInputProps("language")} />
      {scope === "all" && (
        <ClientSelect label={t("users.client")} name="client" required {...form.getInputProps("client")} />
      )}
    </SimpleGrid>
  );
}

/** Selects the language of the user's emails and first visit. */
export function LanguageField(props: object) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("users.language")}
      name="language"
      allowDeselect={false}
      data={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
      {...props}
    />
  );
}

function useNewUser({ scope, client, firstRole, onInvited }: InviteFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { suggestion, handleRefusal, clear } = useUsernameSuggestion();
  const form = useAppForm({
    initialValues: {
      username: "",
      name: "",
      email: "",
      language: i18next.language.toUpperCase() as Language,
      client,
      roles: [firstRole],
    },
    validate: (values) => ({
      username: findUsernameFault(values.username),
      email: findEmailFault(values.email),
      client: scope === "all" && !values.client && t("users.missing"),
    }),
    send: ({ email, client: of, ...rest }) =>
      call(routes.createUser, {
        body: {
          ...rest,
          ...(email.trim() ? { email: email.trim() } : {}),
          ...(scope === "all" ? { client: of } : {}),
        },
      }),
    async onSent(invitation) {
      clear();
      onInvited(invitation);
      await queries.invalidateQueries({ queryKey: ["users"] });
    },
    onRefused: handleRefusal,
  });
  const handleTake = (username: string) => {
    form.form.setFieldValue("username", username);
    clear();
  };
  return { ...form, suggestion, handleTake };
}
