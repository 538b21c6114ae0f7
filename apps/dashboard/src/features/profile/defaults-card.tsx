import { NativeSelect, Stack, Switch } from "@mantine/core";
import { type ClientView, DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { FactList } from "../../components/ui/fact-list.tsx";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { QualitiesField, qualitiesText } from "../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type QualityRow,
  qualitiesOf,
  rowsOf,
} from "../../components/video/qualities/quality-rows.ts";
import { useCan } from "../../lib/user.ts";
import { ClientCard } from "./client-card.tsx";
import { ClientFormFooter } from "./client-form-foot.tsx";
import { NoRights } from "./no-rights.tsx";
import { useClientForm } from "./use-client-form.ts";

interface DefaultValues extends Record<string, unknown> {
  /** Number of items per page; "" for the product's default. */
  defaultNumberPerPage: string;
  defaultAutoplay: boolean;
  isOptimized: boolean;
  defaultQualities: QualityRow[];
}

const LABEL_KEYS = {
  defaultNumberPerPage: "profile.defaults.pageSize",
  defaultAutoplay: "profile.defaults.autoplay",
  isOptimized: "profile.defaults.qualities",
  defaultQualities: "profile.defaults.qualities",
} as const;

/** Shows the defaults of new videos: managers can edit them, others can read them. */
export function DefaultsCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const canChange = useCan("manager");
  return (
    <ClientCard
      section="defaults"
      uuid={uuid}
      hint={t("profile.defaults.hint")}
      aside={!canChange && <NoRights />}
    >
      {(client) => (canChange ? <DefaultsForm client={client} /> : <DefaultsFacts client={client} />)}
    </ClientCard>
  );
}

function DefaultsFacts({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const { defaultNumberPerPage, defaultAutoplay, defaultQualities } = client;
  const qualities =
    typeof defaultQualities === "string"
      ? t("profile.defaults.optimized")
      : qualitiesText(rowsOf(defaultQualities));
  return (
    <FactList
      facts={[
        [t("profile.defaults.pageSize"), String(defaultNumberPerPage ?? DEFAULT_PAGE_SIZE)],
        [t("profile.defaults.autoplay"), t(defaultAutoplay ? "profile.defaults.on" : "profile.defaults.off")],
        [t("profile.defaults.qualities"), qualities],
      ]}
    />
  );
}

function DefaultsForm({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const defaults = useDefaultsForm(client);
  const { form } = defaults;
  const valueText = (field: string, value: unknown) => {
    if (field === "defaultQualities") return qualitiesText(value as QualityRow[]);
    if (field === "isOptimized") return t(value ? "profile.defaults.optimized" : "profile.defaults.custom");
    if (typeof value === "boolean") return t(value ? "profile.defaults.on" : "profile.defaults.off");
    return String(value);
  };
  return (
    <form onSubmit={defaults.handleSubmit} noValidate>
      <Stack>
        <FormFault fault={defaults.fault} title={t("profile.defaults.failed")} />
        <ConflictNotice
          changes={defaults.changes}
          labelOf={(field) => t(LABEL_KEYS[field as keyof typeof LABEL_KEYS])}
          textOf={valueText}
          onAccept={defaults.acceptForeign}
        />
        <NativeSelect
          maw={240}
          label={t("profile.defaults.pageSize")}
          name="defaultNumberPerPage"
          data={[
            { value: "", label: t("profile.defaults.standard", { size: DEFAULT_PAGE_SIZE }) },
            ...PAGE_SIZES.map(String),
          ]}
          key={form.key("defaultNumberPerPage")}
          {...form.getInputProps("defaultNumberPerPage")}
        />
        <Switch
          label={t("profile.defaults.autoplay")}
          description={t("profile.defaults.autoplayHint")}
          name="defaultAutoplay"
          key={form.key("defaultAutoplay")}
          {...form.getInputProps("defaultAutoplay", { type: "checkbox" })}
        />
        <DefaultQualities form={form} />
        <ClientFormFooter isSending={defaults.isSending} />
      </Stack>
    </form>
  );
}

function DefaultQualities({ form }: Pick<ReturnType<typeof useDefaultsForm>, "form">) {
  const { isOptimized, defaultQualities } = form.getValues();
  return (
    <QualitiesField
      isOptimized={isOptimized}
      rows={defaultQualities}
      fault={form.errors.defaultQualities}
      onMode={(next) => form.setFieldValue("isOptimized", next)}
      onRows={(rows) => form.setFieldValue("defaultQualities", rows)}
    />
  );
}

function useDefaultsForm(client: ClientView) {
  const { t } = useTranslation();
  return useClientForm<DefaultValues>({
    client,
    valuesOf: ({ defaultNumberPerPage, defaultAutoplay, defaultQualities }) => ({
      defaultNumberPerPage: defaultNumberPerPage === null ? "" : String(defaultNumberPerPage),
      defaultAutoplay,
      isOptimized: typeof defaultQualities === "string",
      defaultQualities: rowsOf(defaultQualities),
    }),
    changeOf: ({ defaultNumberPerPage, defaultAutoplay, isOptimized, defaultQualities }) => ({
      defaultNumberPerPage: PAGE_SIZES.find((size) => String(size) === defaultNumberPerPage) ?? null,
      defaultAutoplay,
      defaultQualities: qualitiesOf(isOptimized, defaultQualities),
    }),
    validate: ({ isOptimized, defaultQualities }) => ({
      defaultQualities: !isOptimized && haveFaults(defaultQualities) && t("profile.defaults.fix"),
    }),
    saved: t("profile.defaults.saved"),
  });
}
