import { Fieldset, Input, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { CdnEntryView, CdnRules } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { CountriesField } from "../../components/delivery-rules/inputs/countries-field.tsx";
import { EntriesField } from "../../components/delivery-rules/inputs/entries-field.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";

/** A CDN entry while it is being edited. */
export interface EntryValues extends Record<string, unknown> {
  name: string;
  originUrl: string;
  hosts: string[];
  corsOrigins: string[];
  defaultTtlSec: number | "";
  ignoresQuery: boolean;
  unauthorizedIPs: string[];
  unauthorizedCountries: string[];
  authorizedWebsites: string[];
  unauthorizedWebsites: string[];
  unknownWebsites: boolean;
}

export const NEW_ENTRY: EntryValues = {
  name: "",
  originUrl: "",
  hosts: [],
  corsOrigins: [],
  defaultTtlSec: 3_600,
  ignoresQuery: false,
  unauthorizedIPs: [],
  unauthorizedCountries: [],
  authorizedWebsites: [],
  unauthorizedWebsites: [],
  unknownWebsites: false,
};

export const valuesOfEntry = (entry: CdnEntryView): EntryValues => ({
  name: entry.name,
  originUrl: entry.originUrl,
  hosts: entry.hosts.map(({ host }) => host),
  corsOrigins: entry.corsOrigins,
  defaultTtlSec: entry.defaultTtlSec,
  ignoresQuery: entry.ignoresQuery,
  unauthorizedIPs: entry.rules.unauthorizedIPs ?? [],
  unauthorizedCountries: entry.rules.unauthorizedCountries ?? [],
  authorizedWebsites: entry.rules.authorizedWebsites ?? [],
  unauthorizedWebsites: entry.rules.unauthorizedWebsites ?? [],
  unknownWebsites: entry.rules.unknownWebsites ?? false,
});

const ACCESS_RULES = [
  "unauthorizedIPs",
  "unauthorizedCountries",
  "authorizedWebsites",
  "unauthorizedWebsites",
  "unknownWebsites",
] as const;

const isRuleSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value === true);

/** Returns the access rules that are set in the form. */
const rulesOf = (values: EntryValues): CdnRules =>
  Object.fromEntries(
    ACCESS_RULES.filter((name) => isRuleSet(values[name])).map((name) => [name, values[name]]),
  );

/** Returns the body of the call: the changed fields, with all access rules if one of them changed. */
export function entryBodyOf(values: EntryValues, changed: readonly string[] = Object.keys(values)) {
  const is = (name: keyof EntryValues) => changed.includes(String(name));
  return {
    ...(is("name") ? { name: values.name.trim() } : {}),
    ...(is("originUrl") ? { originUrl: values.originUrl.trim() } : {}),
    ...(is("hosts") ? { hosts: values.hosts } : {}),
    ...(is("corsOrigins") ? { corsOrigins: values.corsOrigins } : {}),
    ...(is("defaultTtlSec") ? { defaultTtlSec: Number(values.defaultTtlSec) } : {}),
    ...(is("ignoresQuery") ? { ignoresQuery: values.ignoresQuery } : {}),
    ...(ACCESS_RULES.some(is) ? { rules: rulesOf(values) } : {}),
  };
}

/** Finds the errors in the form, with a message for each invalid field. */
export function findEntryFaults({
  name,
  originUrl,
  defaultTtlSec,
}: EntryValues): Partial<Record<keyof EntryValues, string | false>> {
  const { t } = i18next;
  const isUrl = /^https?:\/\//i.test(originUrl.trim()) && URL.canParse(originUrl.trim());
  return {
    name: name.trim() === "" && t("cdn.nameMissing"),
    originUrl: !isUrl && t("cdn.originFault"),
    defaultTtlSec: defaultTtlSec === "" && t("cdn.ttlFault"),
  };
}

interface EntryFieldsProps {
  form: UseFormReturnType<EntryValues>;
}

/** Edits all fields of an entry. */
export function EntryFields({ form, isReadOnly = false }: EntryFieldsProps & { isReadOnly?: boolean }) {
  return (
    <Fieldset variant="unstyled" disabled={isReadOnly}>
      <Stack>
        <RequiredFields form={form} />
        <OptionalFields form={form} />
      </Stack>
    </Fieldset>
  );
}

/** Edits the fields that every entry needs. */
export function RequiredFields({ form }: EntryFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("cdn.name")}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput
        label={t("cdn.origin")}
        description={t("cdn.originHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        placeholder="https://origin.example.com/media/"
        name="originUrl"
        type="url"
        required
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("originUrl")}
      />
    </>
  );
}

/** Edits the optional fields: cache, access and host names. */
export function OptionalFields({ form }: EntryFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <NumberField
        label={t("cdn.ttl")}
        description={t("cdn.ttlHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        name="defaultTtlSec"
        min={0}
        max={31_536_000}
        allowDecimal={false}
        {...form.getInputProps("defaultTtlSec")}
      />
      <Switch
        label={t("cdn.fields.ignoresQuery")}
        description={t("cdn.ignoresQueryHint")}
        {...form.getInputProps("ignoresQuery", { type: "checkbox" })}
      />
      <RuleFields form={form} />
      <TagsInput
        label={t("cdn.cors")}
        description={t("cdn.corsHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        placeholder={form.getValues().corsOrigins.length === 0 ? "https://www.example.com" : ""}
        splitChars={[",", ";", " "]}
        maxTags={50}
        acceptValueOnBlur
        {...form.getInputProps("corsOrigins")}
      />
      <TagsInput
        label={t("cdn.hosts")}
        description={t("cdn.hostsHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        placeholder={form.getValues().hosts.length === 0 ? "files.example.com" : ""}
        splitChars={[",", ";", " "]}
        maxTags={10}
        acceptValueOnBlur
        {...form.getInputProps("hosts")}
      />
    </>
  );
}

const ACCESS_LISTS = [
  ["unauthorizedIPs", "address"],
  ["authorizedWebsites", "host"],
  ["unauthorizedWebsites", "host"],
] as const;

/** Edits the access to files, with the same lists as for videos. */
function RuleFields({ form }: EntryFieldsProps) {
  const { t } = useTranslation();
  const values = form.getValues();
  const set = (change: Partial<EntryValues>) => form.setValues(change);
  return (
    <>
      <CountriesField
        label={t("cdn.rules.unauthorizedCountries")}
        value={values.unauthorizedCountries}
        onChange={(unauthorizedCountries) => set({ unauthorizedCountries })}
      />
      {ACCESS_LISTS.map(([name, kind]) => (
        <Input.Wrapper key={name} label={t(`cdn.rules.${name}`)} labelElement="div">
          <EntriesField
            kind={kind}
            label={t(`cdn.rules.${name}`)}
            value={values[name]}
            onChange={(entries) => set({ [name]: entries })}
          />
        </Input.Wrapper>
      ))}
      {values.authorizedWebsites.length > 0 && (
        <Switch
          label={t("cdn.rules.unknownWebsites")}
          description={t("cdn.rules.unknownHint")}
          checked={values.unknownWebsites}
          onChange={(event) => set({ unknownWebsites: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
