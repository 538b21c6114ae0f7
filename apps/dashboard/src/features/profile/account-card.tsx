import { Button, Group, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { LANGUAGES, type Language, routes, type UserView } from "@shoal/contract";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FactList } from "../../components/ui/fact-list.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { chooseLanguage } from "../../i18n/index.ts";
import { formatDateTime } from "../../lib/dates.ts";
import { LANGUAGE_NAMES } from "../../lib/language-names.ts";
import { notify } from "../../lib/notify.ts";
import { cacheUser } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { Card } from "./card.tsx";
import { useRoleText } from "./role-text.ts";

/** Shows the user's identity, and edits the settings that require no password. */
export function AccountCard({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const roleText = useRoleText();
  const facts = [
    [t("profile.account.username"), user.username],
    [t("profile.account.roles"), roleText(user)],
    [t("profile.account.created"), formatDateTime(user.createdAt)],
    [
      t("profile.account.lastLogin"),
      user.lastLoginAt ? formatDateTime(user.lastLoginAt) : t("profile.account.never"),
    ],
  ] as const;
  return (
    <Card section="account">
      <FactList facts={facts} />
      <AccountForm user={user} />
    </Card>
  );
}

function AccountForm({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const values = { name: user.name ?? "", language: user.language as string };
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: values,
    send: ({ name, language }) =>
      call(routes.updateMe, { body: { name: name.trim(), language: language as Language } }),
    async onSent(saved) {
      cacheUser(saved);
      form.resetDirty({ name: saved.name ?? "", language: saved.language });
      await chooseLanguage(saved.language);
      notify.success({ message: t("profile.account.saved") });
    },
  });
  useServerChanges(form, values);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <FormFault fault={fault} title={t("profile.account.failed")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t("profile.account.name")}
          description={t("profile.account.nameHint")}
          name="name"
          autoComplete="name"
          maxLength={200}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <NativeSelect
          label={t("profile.account.language")}
          description={t("profile.account.languageHint")}
          name="language"
          data={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
          key={form.key("language")}
          {...form.getInputProps("language")}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={isSending}>
          {t("profile.save")}
        </Button>
      </Group>
    </form>
  );
}

/** Applies changes by the server to the form until the user types in a field. `onFollowed` is called for each applied change. */
function useServerChanges<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  values: V,
  onFollowed?: () => void,
): void {
  const text = JSON.stringify(values);
  const followed = useRef(text);
  useEffect(() => {
    if (followed.current === text || form.isDirty()) return;
    followed.current = text;
    form.setValues(values);
    form.resetDirty(values);
    onFollowed?.();
  });
}
