import { Box, Button, Group, Stack, TextInput } from "@mantine/core";
import { titleOf } from "@shoal/client/upload";
import { AppError, MAX_SOURCE_URL_LENGTH, MAX_TITLE_LENGTH, routes } from "@shoal/contract";
import { isPlaylistUrl, nameOfUrl } from "@shoal/domain";
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { openCreationFault } from "../../components/video/creation/creation-fault.tsx";
import { QualitiesRow } from "../../components/video/creation/qualities-row.tsx";
import { useDefaultQualities } from "../../components/video/creation/use-default-qualities.ts";
import {
  findPasswordFault,
  passwordOf,
  ViewerOptions,
  type ViewerValues,
} from "../../components/video/creation/viewer-options.tsx";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { openSettingsDialog } from "./settings-dialog.tsx";
import { useSettingsText } from "./use-settings-text.ts";
import { DEFAULT_SETTINGS, requestBodyOf, type VideoSettings } from "./video-settings.ts";

interface UrlFormValues extends ViewerValues, Record<string, unknown> {
  url: string;
  title: string;
}

interface UrlFormProps {
  /** Called when the video was created. */
  onDone: () => void;
  /** Called with whether the form has unsaved values. While the form is hidden, its last value applies. */
  onDirty: (isDirty: boolean) => void;
}

/** Creates a video from a file that the server fetches from a URL. A title is required (§5). */
export function UrlForm({ onDone, onDirty }: UrlFormProps) {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(DEFAULT_SETTINGS);
  const { form, isSending, handleSubmit } = useUrlForm(settings, onDone);
  const { autoplay, isPassword, password, url, title } = form.getValues();
  // The password does not count, because it is cleared when the form is hidden.
  const isDirty = ["url", "title", "autoplay"].some((field) => form.isDirty(field));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
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
        <TextInput
          label={t("newVideos.url.label")}
          description={t("newVideos.url.hint")}
          placeholder={t("newVideos.url.placeholder")}
          name="url"
          inputMode="url"
          autoComplete="off"
          maxLength={MAX_SOURCE_URL_LENGTH}
          required
          withAsterisk={false}
          key={form.key("url")}
          {...form.getInputProps("url")}
          onBlur={() => {
            // Most URLs end with the name of their file, which becomes the title.
            if (!title && !findUrlFault(url, t)) form.setFieldValue("title", titleOf(nameOfUrl(url.trim())));
          }}
        />
        <TextInput
          label={t("newVideos.url.title")}
          name="title"
          maxLength={MAX_TITLE_LENGTH}
          required
          withAsterisk={false}
          key={form.key("title")}
          {...form.getInputProps("title")}
        />
        <UrlSettings settings={settings} onChange={setSettings} />
        <Stack gap="xs">
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
        <Button type="submit" loading={isSending} ml="auto">
          {t("newVideos.url.submit")}
        </Button>
      </Group>
    </Box>
  );
}

function UrlSettings({
  settings,
  onChange,
}: {
  settings: VideoSettings;
  onChange: (next: VideoSettings) => void;
}) {
  const defaults = useDefaultQualities();
  const textOf = useSettingsText();
  const open = () => openSettingsDialog({ settings, defaults, hasOthers: false, onApply: onChange });
  return <QualitiesRow text={textOf(settings)} onChange={open} />;
}

function useUrlForm(settings: VideoSettings, onDone: () => void) {
  const { t } = useTranslation();
  const autoplay = useMe()?.client_infos[0]?.defaultAutoplay ?? true;
  const edit = useAppForm<UrlFormValues, { title: string }>({
    initialValues: { url: "", title: "", autoplay, isPassword: false, password: "" },
    validate: (values) => ({
      url: findUrlFault(values.url, t),
      title: values.title.trim() === "" && t("newVideos.url.titleNeeded"),
      password: findPasswordFault(values, t),
    }),
    send: ({ url, title, ...viewers }) =>
      call(routes.createVideo, {
        body: {
          url: url.trim(),
          title: title.trim(),
          ...requestBodyOf(settings, { autoplay: viewers.autoplay, ...passwordOf(viewers) }),
        },
      }),
    onSent({ title }) {
      notify.success({ message: t("newVideos.url.started", { title }) });
      edit.form.reset();
      onDone();
    },
    onRefused(error) {
      const isUrl = error instanceof AppError && error.fields?.some(({ path }) => path === "url");
      if (isUrl) edit.form.setFieldError("url", t("newVideos.url.refused"));
      else openCreationFault(error);
      return true;
    },
  });
  const { setValues } = edit.form;
  // Clears the password when the user switches to the form for files, because it must then be entered again (§5).
  useEffect(() => () => setValues({ isPassword: false, password: "" }), [setValues]);
  return edit;
}

/** Finds the errors in a URL that the page can detect; the server also checks the URL's target. */
function findUrlFault(text: string, t: TFunction): string | undefined {
  const url = text.trim();
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return t("newVideos.url.invalid");
  return isPlaylistUrl(url) ? t("newVideos.url.playlist") : undefined;
}
