import { Button, Checkbox, Drawer, Stack, Text, TextInput, Title } from "@mantine/core";
import { type ApiCall, ROLES, type Role, routes, type UserView } from "@shoal/contract";
import { canGiveRole } from "@shoal/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ClientSelect, clientQuery } from "../../components/people/client-select.tsx";
import { LanguageField } from "../../components/people/invite-form.tsx";
import { roleHint, roleName } from "../../components/people/role-texts.ts";
import { findEmailFault, findUsernameFault } from "../../components/people/user-faults.ts";
import { UsernameField, useUsernameSuggestion } from "../../components/people/username-field.tsx";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { UnsavedContext } from "../../components/ui/form/unsaved.ts";
import { useConfirmedClose } from "../../components/ui/form/use-confirmed-close.ts";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { errorText } from "../../lib/error-text.ts";
import { LANGUAGE_NAMES } from "../../lib/language-names.ts";
import { notify } from "../../lib/notify.ts";
import { meQuery } from "../../lib/queries.ts";
import { callForUser, reloadUsers, type UserScope } from "./users-query.ts";

interface EditUserProps {
  scope: UserScope;
  /** The user shown in the drawer; undefined while the drawer is closed. */
  user: UserView | undefined;
  onClose: () => void;
}

/** Edits a user's identity and permissions next to the list. */
export function EditUser({ scope, user, onClose }: EditUserProps) {
  const { t } = useTranslation();
  const { drawer, note } = useConfirmedClose(onClose);
  return (
    <Drawer
      opened={user !== undefined}
      {...drawer}
      position="right"
      size={480}
      title={
        <Text component="span" fw={650} fz="lg" style={{ overflowWrap: "anywhere" }}>
          {t("users.editTitle", { username: user?.username })}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <UnsavedContext value={note}>
        {user && <EditUserBody key={user.uuid} scope={scope} user={user} onClose={onClose} />}
      </UnsavedContext>
    </Drawer>
  );
}

interface UserValues extends Record<string, unknown> {
  username: string;
  name: string;
  email: string;
  language: UserView["language"];
  client: string;
}

const valuesOf = ({ username, name, email, language, client }: UserView): UserValues => ({
  username,
  name: name ?? "",
  email: email ?? "",
  language,
  client,
});

function EditUserBody({ scope, user: opened, onClose }: EditUserProps & { user: UserView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [user, setUser] = useState(opened);
  const call = callForUser(scope, user);
  const read = () => call(routes.getUser, { params: { id: opened.uuid } });
  const { suggestion, handleRefusal, clear } = useUsernameSuggestion();
  const edit = useEditForm<UserValues, UserView>({
    entity: opened,
    valuesOf,
    validate: (values) => ({
      username: findUsernameFault(values.username),
      email: findEmailFault(values.email),
      client: !values.client && t("users.missing"),
    }),
    read,
    save: (changes, revision) => saveUser(call, scope, opened.uuid, { ...changes, revision }),
    async onSaved(saved) {
      notify.success({ message: t("users.saved", { username: saved.username }) });
      onClose();
      await reloadUsers(queries);
    },
    onRefused: handleRefusal,
  });
  async function handleRightsChanged(): Promise<void> {
    const latest = await read();
    setUser(latest);
    edit.adopt(latest);
    await reloadUsers(queries);
  }
  const applyUsername = (username: string) => {
    edit.form.setFieldValue("username", username);
    clear();
  };
  return (
    <Stack gap="xl">
      <UserForm scope={scope} user={user} edit={edit} suggestion={suggestion} onAccept={applyUsername} />
      <Stack gap="sm" component="section" aria-label={t("users.rights")}>
        <Title order={3} size="h5">
          {t("users.rights")}
        </Title>
        <Text size="sm" c="dimmed">
          {t("users.rightsHint")}
        </Text>
        <PermissionFields user={user} call={call} onChanged={handleRightsChanged} />
      </Stack>
    </Stack>
  );
}

/** Saves the changes. Only an administrator may change username and client. */
function saveUser(
  call: ApiCall,
  scope: UserScope,
  uuid: string,
  { username, client, email, ...rest }: Partial<UserValues> & { revision: number },
): Promise<UserView> {
  const body = { ...rest, ...(email === undefined ? {} : { email: email.trim() || null }) };
  if (scope === "client") return call(routes.updateUser, { params: { id: uuid }, body });
  const wide = { ...body, ...(username ? { username } : {}), ...(client ? { client } : {}) };
  return call(routes.updateUserAsAdmin, { params: { id: uuid }, body: wide });
}

interface UserFormProps {
  scope: UserScope;
  user: UserView;
  edit: EditForm<UserValues, UserView>;
  suggestion: string | undefined;
  onAccept: (username: string) => void;
}

function UserForm({ scope, user, edit, suggestion, onAccept }: UserFormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit, changes, acceptForeign } = edit;
  const { data: me } = useQuery(meQuery);
  const isSelf = me?.uuid === user.uuid;
  const isAll = scope === "all";
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("users.editTitle", { username: user.username })}>
      <Stack>
        <FormFault fault={fault} title={t("users.saveFailed")} />
        <ConflictNotice
          changes={changes}
          labelOf={(field) => t(`users.${field as "name"}`)}
          textOf={(field, value) => value !== "" && <ConflictingValue field={field} value={value} />}
          onAccept={acceptForeign}
        />
        <UsernameField
          suggestion={suggestion}
          onAccept={onAccept}
          readOnly={!isAll}
          description={isAll ? undefined : t("users.usernameFixed")}
          {...form.getInputProps("username")}
        />
        <TextInput label={t("users.name")} name="name" maxLength={200} {...form.getInputProps("name")} />
        <TextInput
          label={t("users.emailOptional")}
          name="email"
          type="email"
          readOnly={isSelf}
          description={t(isSelf ? "users.emailOwn" : "users.emailHint")}
          {...form.getInputProps("email")}
        />
        <LanguageField {...form.getInputProps("language")} />
        {isAll && (
          <ClientSelect
            label={t("users.client")}
            name="client"
            clearable={false}
            {...form.getInputProps("client")}
          />
        )}
        <Button type="submit" loading={isSending}>
          {t("shared.save")}
        </Button>
      </Stack>
    </form>
  );
}

function ConflictingValue({ field, value }: { field: string; value: unknown }) {
  if (field === "language") return LANGUAGE_NAMES[value as UserView["language"]];
  return field === "client" ? <ClientName uuid={String(value)} /> : String(value);
}

function ClientName({ uuid }: { uuid: string }) {
  return useQuery(clientQuery(uuid)).data?.clientname ?? uuid;
}

interface PermissionFieldsProps {
  user: UserView;
  call: ApiCall;
  /** Called after each change, to reload the user. */
  onChanged: () => Promise<unknown>;
}

/** Edits the permissions of a user. Each checkbox takes effect immediately. */
function PermissionFields({ user, call, onChanged }: PermissionFieldsProps) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  const change = useMutation({
    mutationFn: async ({ role, isGiven }: { role: Role; isGiven: boolean }) => {
      const params = { id: user.uuid, privId: role };
      await call(isGiven ? routes.grantPrivilege : routes.revokePrivilege, { params });
    },
    onSettled: onChanged,
  });
  const wanted = change.isPending ? change.variables : undefined;
  const isOffered = (role: Role) => role !== "admin" || canGiveRole(me?.roles ?? [], role) || has(role);
  const has = (role: Role) => user.roles.includes(role);
  return (
    <Stack gap="sm">
      <FormFault fault={change.error ? errorText(change.error) : undefined} title={t("users.rightsFailed")} />
      {ROLES.filter(isOffered).map((role) => (
        <Checkbox
          key={role}
          label={roleName(role)}
          description={canGiveRole(me?.roles ?? [], role) ? roleHint(role) : t("nav.readOnly")}
          checked={wanted?.role === role ? wanted.isGiven : has(role)}
          disabled={change.isPending || !canGiveRole(me?.roles ?? [], role)}
          onChange={(event) => change.mutate({ role, isGiven: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}
