import { Box, Button, Group, Stack } from "@mantine/core";
import { AppError, type LiveDelay, routes } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DelayField } from "../../../components/live/delay-field.tsx";
import { DelayText } from "../../../components/live/delay-text.tsx";
import { delayChangesOf, isUnrecorded, seekChangesOf } from "../../../components/live/delay-values.ts";
import { LatencyField } from "../../../components/live/latency-field.tsx";
import { RecordingFields } from "../../../components/live/recording-fields.tsx";
import { findSeekFault } from "../../../components/live/recording-values.ts";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { openCreationFault } from "../../../components/video/creation/creation-fault.tsx";
import { findPasswordFault, ViewerOptions } from "../../../components/video/creation/viewer-options.tsx";
import { call } from "../../../lib/session.ts";
import { ExternalStreamsRow } from "../external-streams-row.tsx";
import { LiveQualitiesRow } from "../live-qualities-row.tsx";
import { bodyOfCamera, firstValues, type LiveValues, resetValues } from "../live-values.ts";
import { TitleField } from "../title-field.tsx";
import { useLiveDefaults } from "../use-live-defaults.ts";
import { type TypedValues, useTypedValues } from "../use-typed-values.ts";
import { captures } from "./captures.ts";
import { SourcePanel } from "./source-panel.tsx";
import { type SourceState, useSource } from "./use-source.ts";

interface CameraFormProps {
  /** The name that distinguishes the fields of this form from other forms' fields. */
  name: string;
  typed?: TypedValues;
  /** The title with which the form starts. */
  title?: string | undefined;
  /** Whether the live is kept; undefined for the client's default. */
  isKept?: boolean | undefined;
  /** The live's delay; if undefined, the user selects it. */
  delay?: LiveDelay | undefined;
  onCreated: (live: { uuid: string; title: string }) => void;
}

/** The form of a live from this device's camera or screen. Submitting it starts the live. */
export function CameraForm(props: CameraFormProps) {
  const { t } = useTranslation();
  const source = useSource();
  const { form, fault, isSending, handleSubmit, handleReset } = useCameraForm(source, props);
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
        <FormFault fault={fault} />
        <SourcePanel source={source} />
        <TitleField input={form.getInputProps("title")} onTitle={(title) => form.setValues({ title })} />
        {props.delay ? (
          <DelayText delay={props.delay} />
        ) : (
          <DelayField
            name={props.name}
            value={form.getValues().directStream}
            onChange={(next) => form.setValues(delayChangesOf(form.getValues().directStream, next))}
          />
        )}
        <CameraOptions form={form} />
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
        <Button type="submit" loading={isSending} disabled={!source.stream} ml="auto">
          {t("live.capture.start")}
        </Button>
      </Group>
    </Box>
  );
}

type CameraFormHandle = ReturnType<typeof useCameraForm>["form"];

function CameraOptions({ form }: { form: CameraFormHandle }) {
  const values = form.getValues();
  const { autoplay, isPassword, password, seekLive, keepLive, directStream, targetLatencySec } = values;
  return (
    <Stack gap="xs">
      <LiveQualitiesRow
        value={{ encoding: "encoding", inputQualities: values.inputQualities }}
        canCopy={false}
        onChange={({ inputQualities }) => form.setValues({ inputQualities })}
      />
      {!isUnrecorded(values) && (
        <ExternalStreamsRow
          rows={values.externalStreams}
          fault={form.errors.externalStreams}
          onChange={(externalStreams) => form.setValues({ externalStreams })}
        />
      )}
      <RecordingFields
        values={{ keepLive, seekLive }}
        onChange={(values) => form.setValues(values)}
        duration={form.getInputProps("liveToKeepDuration")}
        isSeekOff={directStream === "no"}
      />
      {directStream !== "no" && (
        <LatencyField
          value={targetLatencySec}
          onChange={(latency) => form.setValues({ targetLatencySec: latency })}
        />
      )}
      <ViewerOptions
        values={{ autoplay, isPassword, password }}
        fault={typeof form.errors.password === "string" ? form.errors.password : undefined}
        onChange={(values) => form.setValues({ ...values })}
      />
    </Stack>
  );
}

function useCameraForm(
  source: SourceState,
  { name, typed, title, isKept, delay, onCreated }: CameraFormProps,
) {
  const { t } = useTranslation();
  const defaults = useLiveDefaults();
  const withPresets = (values: LiveValues): LiveValues => ({
    ...values,
    title: title || values.title,
    keepLive: (isKept ?? values.keepLive) && defaults.keepLive,
    ...(delay ? seekChangesOf(values.directStream, delay) : {}),
  });
  /** The values that count as unchanged in this form and in the forms for other origins. */
  const [first, setFirst] = useState(() => withPresets(typed?.current?.first ?? firstValues(defaults)));
  const edit = useAppForm<LiveValues, { uuid: string; title: string }>({
    name,
    initialValues: first,
    validate: (values) => ({
      title: values.title.trim() === "" && t("newVideos.live.titleNeeded"),
      liveToKeepDuration: findSeekFault(values, t),
      password: findPasswordFault(values, t),
    }),
    async send(values) {
      const live = await call(routes.createVideo, { body: bodyOfCamera(values) });
      await source.give((stream, kind) =>
        startCapture(live.uuid, () => captures.begin(live.uuid, stream, kind)),
      );
      return live;
    },
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
    const values = withPresets(resetValues(defaults));
    setFirst(values);
    edit.form.setValues(values);
    edit.form.resetDirty(values);
    edit.form.clearErrors();
  }
  return { ...edit, handleReset };
}

/** Starts the capture of a new live. If the capture fails, the live is deleted again. */
async function startCapture(uuid: string, begin: () => Promise<void>): Promise<void> {
  try {
    await begin();
  } catch (error) {
    await call(routes.cancelUpload, { params: { id: uuid } }).catch(() => undefined);
    throw error;
  }
}
