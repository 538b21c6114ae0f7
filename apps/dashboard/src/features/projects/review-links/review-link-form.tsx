import { Button, Checkbox, Fieldset, Group, NativeSelect, Radio, Stack, TextInput } from "@mantine/core";
import {
  MAX_REVIEW_LINK_LABEL_LENGTH,
  MAX_REVIEW_PASSWORD_LENGTH,
  type ReviewLinkView,
  routes,
} from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { DateTimeField } from "../../../components/ui/form/date-time-field.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { PasswordField } from "../../../components/ui/form/password-field.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import type { AppForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { PartFailure } from "../../../components/ui/part-failure.tsx";
import { browserZone } from "../../../lib/dates.ts";
import { PROJECTS_KEY } from "../../../lib/list-keys.ts";
import { readLocalText, toLocalText } from "../../../lib/local-moment.ts";
import { notify } from "../../../lib/notify.ts";
import { versionsQuery } from "../../../lib/projects.ts";
import { call } from "../../../lib/session.ts";
import { copyText } from "../../../lib/sharing.ts";

const PASSWORD_CHOICES = ["keep", "change", "remove"] as const;
type PasswordChoice = (typeof PASSWORD_CHOICES)[number];

interface ReviewLinkValues extends Record<string, unknown> {
  label: string;
  /** The number of the shared version; "" if the link always shows the newest version. */
  version: string;
  mayComment: boolean;
  mayDownload: boolean;
  hasWatermark: boolean;
  asksEmail: boolean;
  /** The end as `DateTimeField` writes it; "" for no end. */
  endsAt: string;
  /** Whether the current password of the link is kept, replaced or removed. */
  passwordChoice: PasswordChoice;
  password: string;
}

interface ReviewLinkFormProps {
  /** Id of the project. */
  id: string;
  /** The link to edit; undefined to create a link. */
  link: ReviewLinkView | undefined;
  onEnd: () => void;
}

/**
 * Edits what a review link shows and allows, its end, and the details that guests must enter. A new link is copied to the clipboard.
 */
export function ReviewLinkForm({ id, link, onEnd }: ReviewLinkFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<ReviewLinkValues, ReviewLinkView>({
    initialValues: {
      label: link?.label ?? "",
      version: link?.version?.toString() ?? "",
      mayComment: link?.mayComment ?? true,
      mayDownload: link?.mayDownload ?? false,
      hasWatermark: link?.hasWatermark ?? false,
      asksEmail: link?.asksEmail ?? false,
      endsAt: toLocalText(link?.endsAt ?? null),
      passwordChoice: link?.hasPassword ? "keep" : "change",
      password: "",
    },
    validate: ({ endsAt, passwordChoice, password }) => ({
      endsAt: findEndFault(endsAt, link?.endsAt ?? null),
      password:
        link?.hasPassword && passwordChoice === "change" && !password && t("reviewLinks.passwordRequired"),
    }),
    send(values) {
      const { label, mayComment, mayDownload, hasWatermark, asksEmail } = values;
      const fields = {
        label: label.trim(),
        version: values.version === "" ? null : Number(values.version),
        mayComment,
        mayDownload,
        hasWatermark,
        asksEmail,
        endsAt: readLocalText(values.endsAt) ?? null,
      };
      if (!link)
        return call(routes.createReviewLink, {
          params: { id },
          body: { ...fields, password: values.password || null },
        });
      const password = passwordOf(values, link.hasPassword);
      return call(routes.updateReviewLink, {
        params: { id, link: link.uuid },
        body: { ...fields, revision: link.revision, ...(password === undefined ? {} : { password }) },
      });
    },
    async onSent(sent) {
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY, "reviewLinks", id] });
      onEnd();
      if (link) return notify.success({ message: t("reviewLinks.saved") });
      // If the browser does not allow copying, users can copy the link with a button in the list.
      const isCopied =
        sent.url !== null &&
        (await copyText(sent.url).then(
          () => true,
          () => false,
        ));
      notify.success({ message: t(isCopied ? "reviewLinks.created" : "reviewLinks.createdOnly") });
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <TextInput
          label={t("reviewLinks.label")}
          description={t("reviewLinks.labelHint")}
          placeholder={t("reviewLinks.labelPlaceholder")}
          maxLength={MAX_REVIEW_LINK_LABEL_LENGTH}
          autoComplete="off"
          {...form.getInputProps("label")}
        />
        <VersionField id={id} form={form} />
        <Fieldset legend={t("reviewLinks.guestsMay")}>
          <Stack gap="sm">
            <FlagSwitch form={form} name="mayComment" label={t("reviewLinks.mayComment")} />
            <FlagSwitch form={form} name="mayDownload" label={t("reviewLinks.mayDownload")} />
          </Stack>
        </Fieldset>
        <FlagSwitch
          form={form}
          name="hasWatermark"
          label={t("reviewLinks.hasWatermark")}
          description={t("reviewLinks.watermarkHint")}
        />
        <Fieldset legend={t("reviewLinks.whoGuests")}>
          <Stack gap="sm">
            <FlagSwitch form={form} name="asksEmail" label={t("reviewLinks.asksEmailField")} />
            <PasswordFields form={form} hasPassword={link?.hasPassword ?? false} />
          </Stack>
        </Fieldset>
        <DateTimeField
          {...form.getInputProps("endsAt")}
          label={t("reviewLinks.endsAt")}
          description={t("reviewLinks.endsAtHint", { zone: browserZone() })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(link ? "reviewLinks.save" : "reviewLinks.createNow")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the error in the end date. @param before the link's current end, which may be in the past. */
function findEndFault(endsAt: string, before: string | null): string | false {
  const { t } = i18next;
  const iso = readLocalText(endsAt);
  if (endsAt !== "" && !iso) return t("reviewLinks.endsAtFault");
  const isNew = endsAt !== toLocalText(before);
  return isNew && iso !== undefined && Date.parse(iso) <= Date.now() && t("reviewLinks.endsAtPast");
}

/** Returns the password for the call. @returns undefined to keep the current password. */
function passwordOf(
  { passwordChoice, password }: ReviewLinkValues,
  hasPassword: boolean,
): string | null | undefined {
  if (!hasPassword) return password || undefined;
  return { keep: undefined, change: password, remove: null }[passwordChoice];
}

type ReviewLinkFormHandle = AppForm<ReviewLinkValues>["form"];

function VersionField({ id, form }: { id: string; form: ReviewLinkFormHandle }) {
  const { t } = useTranslation();
  const { data: versions, error, refetch } = useQuery(versionsQuery(id));
  if (error && !versions)
    return <PartFailure error={error} title={t("reviewLinks.version")} onRetry={refetch} />;
  return (
    <NativeSelect
      label={t("reviewLinks.version")}
      disabled={!versions}
      data={[
        { value: "", label: t("reviewLinks.newest") },
        ...(versions ?? []).map(({ number }) => ({
          value: String(number),
          label: t("reviewLinks.versionOf", { number }),
        })),
      ]}
      {...form.getInputProps("version")}
    />
  );
}

interface FlagSwitchProps {
  form: ReviewLinkFormHandle;
  name: "mayComment" | "mayDownload" | "hasWatermark" | "asksEmail";
  label: string;
  description?: string;
}

const FlagSwitch = ({ form, name, ...texts }: FlagSwitchProps) => (
  <Checkbox {...texts} {...form.getInputProps(name, { type: "checkbox" })} />
);

/** A field for a new password; for a link that has a password, the user can also keep or remove the password. */
function PasswordFields({ form, hasPassword }: { form: ReviewLinkFormHandle; hasPassword: boolean }) {
  const { t } = useTranslation();
  const isChanged = form.getValues().passwordChoice === "change";
  return (
    <>
      {hasPassword && (
        <Radio.Group label={t("reviewLinks.hasPassword")} {...form.getInputProps("passwordChoice")}>
          <Stack gap={8} mt={8}>
            {PASSWORD_CHOICES.map((value) => (
              <Radio key={value} value={value} label={t(`reviewLinks.passwordChoices.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {isChanged && (
        <PasswordField
          label={t("reviewLinks.passwordField")}
          autoComplete="new-password"
          maxLength={MAX_REVIEW_PASSWORD_LENGTH}
          placeholder={hasPassword ? undefined : t("reviewLinks.passwordHint")}
          {...form.getInputProps("password")}
        />
      )}
    </>
  );
}
