import { Box, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { AppError, MAX_SOURCE_URL_LENGTH, routes } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LatencyField } from "../../components/live/latency-field.tsx";
import { RecordingFields } from "../../components/live/recording-fields.tsx";
import { findSeekFault } from "../../components/live/recording-values.ts";
import { isSourceUrl } from "../../components/live/source-url.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { openCreationFault } from "../../components/video/creation/creation-fault.tsx";
import { findPasswordFault, ViewerOptions } from "../../components/video/creation/viewer-options.tsx";
import { call } from "../../lib/session.ts";
import { ExternalStreamsRow } from "./external-streams-row.tsx";
import { LiveQualitiesRow } from "./live-qualities-row.tsx";
import { bodyOfLive, bodyOfSource, firstValues, type LiveValues, resetValues } from "./live-values.ts";
import { TitleField } from "./title-field.tsx";
import { useLiveDefaults } from "./use-live-defaults.ts";
import { type TypedValues, useTypedValues } from "./use-typed-values.ts";

interface RemoteFormProps {
  /** The name that distinguishes the fields of this form from other forms' fields. */
  name: string;
  typed: TypedValues;
  onCreated: (live: { uuid: string; title: string }) => void;
}

/** The form for a live that OBS, ffmpeg or another encoder publishes. */
export const SoftwareForm = (props: RemoteFormProps) => <RemoteForm {...props} isFetched={false} />;

/** The form for a live that is pulled from the URL of a camera or server. */
export const SourceForm = (props: RemoteFormProps) => <RemoteForm {...props} isFetched />;

function RemoteForm({ isFetched, ...props }: RemoteFormProps & { isFetched: boolean }) {
  const { t } = useTranslation();
  const { form, isSending, handleSubmit, handleReset } = useRemoteForm({ ...props, isFetched });
  const values = form.getValues();
  const { autoplay, isPassword, password, keepLive, seekLive } = values;
  const { targetLatencySec, encoding, inputQualities } = values;
  return (
    <Box
      onSubmit={handleSubmit}
      noValidate
      component="form"
      display="flex"
      style={{ flexDirection: "column" }}
      mih={0}
    >
      <Stack gap="sm" p="md" mih={0} style={{ overflowY: "auto" }}>
        {isFetched ? (
          <TextInput
            label={t("live.source.label")}
            description={t("live.source.hint")}
            placeholder={t("live.source.placeholder")}
            name="url"
            inputMode="url"
            autoComplete="off"
            maxLength={MAX_SOURCE_URL_LENGTH}
            required
            withAsterisk={false}
            {...form.getInputProps("url")}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t("newVideos.live.hint")}
          </Text>
        )}
        <TitleField input={form.getInputProps("title")} onTitle={(title) => form.setValues({ title })} />
        <LiveQualitiesRow
          value={{ encoding, inputQualities }}
          canCopy
          onChange={(values) => form.setValues({ ...values })}
        />
        <ExternalStreamsRow
          rows={form.getValues().externalStreams}
          fault={form.errors.externalStreams}
          onChange={(externalStreams) => form.setValues({ externalStreams })}
        />
        <Stack gap="xs">
          <RecordingFields
            values={{ keepLive, seekLive }}
            onChange={(values) => form.setValues(values)}
            duration={form.getInputProps("liveToKeepDuration")}
          />
          <LatencyField
            value={targetLatencySec}
            onChange={(latency) => form.setValues({ targetLatencySec: latency })}
          />
          <ViewerOptions
            values={{ autoplay, isPassword, password }}
            fault={typeof form.errors.password === "string" ? form.errors.password : undefined}
            onChange={(values) => form.setValues({ ...values })}
          />
        </Stack>
      </Stack>
      <Group
        gap="sm"
        justify="space-between"
        wrap="nowrap"
        py="sm"
        px="md"
        style={{ borderTop: "1px solid var(--shoal-line)" }}
      >
        <Button variant="default" onClick={handleReset} disabled={isSending}>
          {t("newVideos.live.reset")}
        </Button>
        <Button type="submit" loading={isSending} ml="auto">
          {t("newVideos.live.submit")}
        </Button>
      </Group>
    </Box>
  );
}

function useRemoteForm({ name, isFetched, typed, onCreated }: RemoteFormProps & { isFetched: boolean }) {
  const { t } = useTranslation();
  const defaults = useLiveDefaults();
  /** The values that count as unchanged in this form and in the forms for other origins. */
  const [first, setFirst] = useState(() => typed.current?.first ?? firstValues(defaults));
  const edit = useAppForm<LiveValues, { uuid: string; title: string }>({
    name,
    initialValues: first,
    validate: (values) => ({
      url: isFetched && !isSourceUrl(values.url) && t("live.source.invalid"),
      title: values.title.trim() === "" && t("newVideos.live.titleNeeded"),
      liveToKeepDuration: findSeekFault(values, t),
      password: findPasswordFault(values, t),
    }),
    send: (values) => call(routes.createVideo, { body: (isFetched ? bodyOfSource : bodyOfLive)(values) }),
    onSent: onCreated,
    onRefused(error) {
      // Errors in single fields are shown by the form at their fields.
      if (error instanceof AppError && error.fields?.length) return false;
      openCreationFault(error, "liveText");
      return true;
    },
  });
  useTypedValues(edit.form, typed, first);
  function handleReset(): void {
    const values = resetValues(defaults);
    setFirst(values);
    edit.form.setValues(values);
    edit.form.resetDirty(values);
    edit.form.clearErrors();
  }
  return { ...edit, handleReset };
}
