import { Fieldset, NativeSelect, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import {
  type AddedApiKey,
  API_KEY_TYPES,
  type ApiKeyType,
  type BodyOf,
  MAX_API_KEY_DESCRIPTION_LENGTH,
  MAX_API_KEY_TITLE_PREFIX_LENGTH,
  MAX_API_KEY_VIDEOS,
  MAX_PAGE_SIZE,
  MAX_TAG_LENGTH,
  OPTIMIZED_QUALITIES,
  routes,
} from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { VideosField } from "../../../components/authorizations/videos-field.tsx";
import { DateTimeField } from "../../../components/ui/form/date-time-field.tsx";
import { NumberField } from "../../../components/ui/form/number-field.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import type { AppForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { PartFailure } from "../../../components/ui/part-failure.tsx";
import { QualitiesField } from "../../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type QualityRow,
  qualitiesOf,
  rowsOf,
} from "../../../components/video/qualities/quality-rows.ts";
import { browserZone } from "../../../lib/dates.ts";
import { readLocalText } from "../../../lib/local-moment.ts";
import { call } from "../../../lib/session.ts";
import { CONFIG_LIST, configListQuery } from "../configs-query.ts";
import { KeyForm, type NewKeyProps, preloadSecretDialog } from "../key-form.tsx";
import { openApiKeyDialog } from "./api-key-secret.tsx";
import { apiKeysKey } from "./api-keys-query.ts";

/** The types of keys that can create videos. Fixed parameters can be set for the videos of such a key. */
const CREATING_TYPES: readonly ApiKeyType[] = ["upload", "live", "full"];
/** Types of keys that read videos or their figures, and can be limited to certain videos. */
const READING_TYPES: readonly ApiKeyType[] = ["analytics", "read", "live", "full"];
const BYTES_PER_MB = 1_000_000;
const ALL_CONFIGS_OPTION = {
  page: 1,
  pageSize: MAX_PAGE_SIZE,
  search: "",
  sort: CONFIG_LIST.defaultSort,
  filters: {},
};

interface KeyValues extends Record<string, unknown> {
  description: string;
  type: ApiKeyType;
  /** The end as `DateTimeField` writes it; "" for no end. */
  expiresAt: string;
  /** The IP addresses that may use the key, one per line. */
  addresses: string;
  tag: string;
  titlePrefix: string;
  maxSizeMb: number | string;
  config: string;
  /** Whether every video that the key creates gets the key's qualities instead of those in the request. */
  areQualitiesFixed: boolean;
  isOptimized: boolean;
  rows: QualityRow[];
  videos: string[];
}

/** Creates an API key and shows it, once only. */
export function ApiKeyForm({ clientUuid, onClose }: NewKeyProps) {
  const { t } = useTranslation();
  const state = useKeyForm(clientUuid, onClose);
  const { form } = state;
  const { type } = form.getValues();
  return (
    <KeyForm state={state} onClose={onClose} title={t("apiKeys.add")} failed={t("apiKeys.failed")}>
      <TextInput
        label={t("apiKeys.description")}
        description={t("apiKeys.descriptionHint")}
        name="description"
        maxLength={MAX_API_KEY_DESCRIPTION_LENGTH}
        maw={520}
        data-autofocus
        {...form.getInputProps("description")}
      />
      <NativeSelect
        label={t("apiKeys.type")}
        description={t(`apiKeys.may.${type}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        maw={520}
        data={API_KEY_TYPES.map((each) => ({ value: each, label: t(`apiKeys.types.${each}`) }))}
        {...form.getInputProps("type")}
      />
      <DateTimeField
        {...form.getInputProps("expiresAt")}
        label={t("apiKeys.expiresAt")}
        description={t("apiKeys.expiresAtHint", { zone: browserZone() })}
      />
      <Textarea
        label={t("apiKeys.addresses")}
        description={t("apiKeys.addressesHint")}
        placeholder={"203.0.113.7\n2001:db8::/32"}
        autosize
        minRows={2}
        maw={520}
        {...form.getInputProps("addresses")}
      />
      {(CREATING_TYPES.includes(type) || READING_TYPES.includes(type)) && (
        <FixedParameters form={form} clientUuid={clientUuid} />
      )}
    </KeyForm>
  );
}

interface FixedParametersProps {
  form: AppForm<KeyValues>["form"];
  clientUuid: string;
}

function FixedParameters({ form, clientUuid }: FixedParametersProps) {
  const { t } = useTranslation();
  const { type } = form.getValues();
  return (
    <Fieldset legend={t("apiKeys.fixed")} maw={640} p={{ base: "xs", sm: "md" }}>
      <Stack gap="md">
        {READING_TYPES.includes(type) && (
          <VideosField
            clientUuid={clientUuid}
            label={t("apiKeys.onlyVideos")}
            description={t("apiKeys.onlyVideosHint")}
            max={MAX_API_KEY_VIDEOS}
            value={form.getValues().videos}
            onChange={(videos) => form.setFieldValue("videos", videos)}
          />
        )}
        {CREATING_TYPES.includes(type) && <NewVideoSettings form={form} />}
      </Stack>
    </Fieldset>
  );
}

function ConfigField({ form }: Pick<FixedParametersProps, "form">) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(configListQuery(ALL_CONFIGS_OPTION));
  if (error && !data) return <PartFailure error={error} title={t("apiKeys.config")} onRetry={refetch} />;
  const configs = (data?._embedded ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <NativeSelect
      label={t("apiKeys.config")}
      description={t("apiKeys.configHint")}
      disabled={!data}
      data={[{ value: "", label: t("apiKeys.noConfig") }, ...configs]}
      {...form.getInputProps("config")}
    />
  );
}

/** Edits the settings of videos that the key creates. */
function NewVideoSettings({ form }: Pick<FixedParametersProps, "form">) {
  const { t } = useTranslation();
  const { areQualitiesFixed, isOptimized, rows } = form.getValues();
  return (
    <>
      <TextInput
        label={t("apiKeys.tag")}
        description={t("apiKeys.tagHint")}
        maxLength={MAX_TAG_LENGTH}
        {...form.getInputProps("tag")}
      />
      <TextInput
        label={t("apiKeys.titlePrefix")}
        description={t("apiKeys.titlePrefixHint")}
        maxLength={MAX_API_KEY_TITLE_PREFIX_LENGTH}
        {...form.getInputProps("titlePrefix")}
      />
      <NumberField
        label={t("apiKeys.maxSize")}
        description={t("apiKeys.maxSizeHint")}
        min={1}
        max={1_000_000_000}
        allowDecimal={false}
        {...form.getInputProps("maxSizeMb")}
      />
      <ConfigField form={form} />
      <Switch
        label={t("apiKeys.qualities")}
        description={t("apiKeys.qualitiesHint")}
        checked={areQualitiesFixed}
        onChange={(event) => form.setFieldValue("areQualitiesFixed", event.currentTarget.checked)}
      />
      {areQualitiesFixed && (
        <QualitiesField
          isOptimized={isOptimized}
          rows={rows}
          fault={form.errors.rows}
          onMode={(value) => form.setFieldValue("isOptimized", value)}
          onRows={(value) => form.setFieldValue("rows", value)}
        />
      )}
    </>
  );
}

function useKeyForm(clientUuid: string, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm<KeyValues, AddedApiKey>({
    initialValues: {
      description: "",
      type: "read",
      expiresAt: "",
      addresses: "",
      tag: "",
      titlePrefix: "",
      maxSizeMb: "",
      config: "",
      areQualitiesFixed: false,
      isOptimized: true,
      rows: rowsOf(OPTIMIZED_QUALITIES),
      videos: [],
    },
    validate: ({ description, expiresAt, type, areQualitiesFixed, isOptimized, rows }) => ({
      description: !description.trim() && t("apiKeys.descriptionMissing"),
      expiresAt: isPast(expiresAt) && t("apiKeys.expiresAtFault"),
      rows:
        CREATING_TYPES.includes(type) &&
        areQualitiesFixed &&
        !isOptimized &&
        haveFaults(rows) &&
        t("profile.defaults.fix"),
    }),
    async send(values) {
      await preloadSecretDialog();
      return call(routes.addApiKey, { params: { id: clientUuid }, body: requestBodyOf(values) });
    },
    async onSent(key) {
      openApiKeyDialog(key);
      onClose();
      await queries.invalidateQueries({ queryKey: apiKeysKey(clientUuid) });
    },
  });
}

/** Whether a time of the form is in the past or invalid. */
function isPast(text: string): boolean {
  if (text === "") return false;
  const moment = readLocalText(text);
  return !moment || Date.parse(moment) <= Date.now();
}

function requestBodyOf(values: KeyValues): BodyOf<typeof routes.addApiKey> {
  const { type, description, addresses, tag, titlePrefix, maxSizeMb, config } = values;
  const fixed = CREATING_TYPES.includes(type)
    ? {
        ...(tag.trim() ? { tag: tag.trim() } : {}),
        ...(titlePrefix ? { titlePrefix } : {}),
        ...(typeof maxSizeMb === "number" ? { maxSizeBytes: maxSizeMb * BYTES_PER_MB } : {}),
        ...(config ? { config } : {}),
        ...(values.areQualitiesFixed ? { inputQualities: qualitiesOf(values.isOptimized, values.rows) } : {}),
      }
    : {};
  return {
    type,
    description: description.trim(),
    expiresAt: readLocalText(values.expiresAt) ?? null,
    addresses: addresses
      .split(/[\s,;]+/)
      .map((address) => address.trim())
      .filter((address) => address !== ""),
    fixedParameters: { videos: READING_TYPES.includes(type) ? values.videos : [], ...fixed },
  };
}
