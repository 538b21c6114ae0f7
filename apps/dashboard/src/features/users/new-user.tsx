import { Button, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type Invitation, LANGUAGES, type Language, type Role, routes } from "@shoal/contract";
import { IconUserPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { call } from "../../lib/session.ts";
import { ClientSelect } from "./client-select.tsx";
import { InvitationNotice } from "./invitation-notice.tsx";
import { RoleField } from "./role-field.tsx";
import { findEmailFault, findUsernameFault } from "./user-faults.ts";
import { UsernameField, useSuggestion } from "./username-field.tsx";
import { readUsersAgain, type UserScope } from "./users-query.ts";

interface NewUserProps {
  scope: UserScope;
  /** Uuid of the client that is chosen first; "" for none. Of the administration alone. */
  client: string;
  /** The role that is chosen first. */
  role: Role;
  onClose?: (() => void) | undefined;
}

/** Invites a user: the form, then his activation link. */
export function NewUser(props: NewUserProps) {
  const { onClose } = props;
  const { t } = useTranslation();
  const [invitation, setInvitation] = useState<Invitation>();
  const title = invitation ? t("users.invited", { username: invitation.user.username }) : t("users.newTitle");
  return (
    <Panel title={title} {...(invitation ? {} : { text: t("users.newText") })}>
      {invitation ? (
        <>
          <InvitationNotice invitation={invitation} />
          <Group gap="sm">
            <Button leftSection={<IconUserPlus size={17} />} onClick={() => setInvitation(undefined)}>
              {t("users.another")}
            </Button>
            {onClose && (
              <Button variant="default" onClick={onClose}>
                {t("common.close")}
              </Button>
            )}
          </Group>
        </>
      ) : (
        <NewUserForm {...props} onInvited={setInvitation} />
      )}
    </Panel>
  );
}

type FormProps = NewUserProps & { onInvited: (invitation: Invitation) => void };

function NewUserForm(props: FormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit, suggestion, handleTake } = useNewUser(props);
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("users.newTitle")}>
      <Stack>
        <FormFault fault={fault} title={t("users.createFailed")} />
        <PersonFields scope={props.scope} form={form} suggestion={suggestion} onTake={handleTake} />
        <RoleField {...form.getInputProps("roles")} />
        <Group gap="sm">
          <Button type="submit" loading={isSending} leftSection={<IconUserPlus size={17} />}>
            {t("users.create")}
          </Button>
          {props.onClose && (
            <Button variant="default" onClick={props.onClose}>
              {t("common.cancel")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PersonFieldsProps extends Pick<ReturnType<typeof useNewUser>, "form" | "suggestion"> {
  scope: UserScope;
  onTake: (username: string) => void;
}

function PersonFields({ scope, form, suggestion, onTake }: PersonFieldsProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: scope === "all" ? 5 : 4 }} spacing="md">
      <UsernameField
        suggestion={suggestion}
        onTake={onTake}
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

/** The language of mails and of the first visit. */
export function LanguageField(props: object) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("users.language")}
      name="language"
      allowDeselect={false}
      data={LANGUAGES.map((code) => ({ value: code, label: t(`users.languages.${code}`) }))}
      {...props}
    />
  );
}

function useNewUser({ scope, client, role, onInvited }: FormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { suggestion, noteRefusal, forget } = useSuggestion();
  const form = useAppForm({
    initialValues: {
      username: "",
      name: "",
      email: "",
      language: i18next.language.toUpperCase() as Language,
      client,
      roles: [role],
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
      forget();
      onInvited(invitation);
      await readUsersAgain(queries);
    },
    onRefused: noteRefusal,
  });
  const handleTake = (username: string) => {
    form.form.setFieldValue("username", username);
    forget();
  };
  return { ...form, suggestion, handleTake };
}
