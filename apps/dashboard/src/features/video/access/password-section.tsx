import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { MAX_VIDEO_PASSWORD_LENGTH, VIDEO_PASSWORD_MIN_LENGTH, type VideoView } from "@shoal/contract";
import { IconLock, IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { PasswordField } from "../../../components/ui/form/password-field.tsx";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { useConflictSafeSave } from "../../../components/video/use-conflict-safe-save.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { notify } from "../../../lib/notify.ts";
import { useMayModify } from "../../../lib/user.ts";
import { SectionForm, VideoFormSection } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";
import { suggestPassword } from "./password-suggestion.ts";

/** Edits the password for viewers (§2, password), which is never shown again. */
export function PasswordSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="password"
      hint={t("videoPage.password.hint")}
      video={video}
      edit={t(video.isPassword ? "videoPage.password.change" : "videoPage.password.set")}
      view={<PasswordState video={video} />}
      form={(close) => <PasswordForm video={video} onEnd={close} />}
    />
  );
}

function PasswordState({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  const mayModify = useMayModify() && !video.isDeleted;
  if (!video.isPassword) return <Text>{t("videoPage.password.none")}</Text>;
  const confirmRemove = () =>
    askConfirmation({
      title: t("videoPage.password.removeQuestion"),
      text: t("videoPage.password.removeText"),
      confirm: t("videoPage.password.remove"),
      async run() {
        await change({ isPassword: false });
        notify.success({ message: t("videoPage.password.removed") });
      },
    });
  return (
    <Group justify="space-between" gap="sm">
      <Badge variant="default" size="lg" tt="none" fw={600} leftSection={<IconLock size={14} aria-hidden />}>
        {t("videoPage.password.asked")}
      </Badge>
      {mayModify && (
        <Button variant="default" size="xs" onClick={confirmRemove}>
          {t("videoPage.password.remove")}
        </Button>
      )}
    </Group>
  );
}

function PasswordForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  // Compares revisions, because the API never returns the password: any newer revision may have changed it.
  const saveSafely = useConflictSafeSave(video, ({ revision }) => revision);
  const [isForeign, setForeign] = useState(false);
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { password: "" },
    validate: ({ password }) => ({
      password:
        password.normalize("NFC").length < VIDEO_PASSWORD_MIN_LENGTH &&
        t("videoPage.password.short", { count: VIDEO_PASSWORD_MIN_LENGTH }),
    }),
    send: ({ password }) => saveSafely((revision) => change({ isPassword: true, password, revision })),
    onRefused(error) {
      setForeign(isEditConflict(error));
      return isEditConflict(error);
    },
    onSent() {
      notify.success({ message: t("videoPage.password.saved") });
      onEnd();
    },
  });
  useReportUnsaved(form.getValues().password !== "");
  return (
    <SectionForm
      edit={{ fault: isForeign ? t("videoPage.password.changedMeanwhile") : fault, isSending, handleSubmit }}
      onCancel={onEnd}
      failed={t("videoPage.password.failed")}
    >
      <PasswordField
        label={t("videoPage.password.field")}
        name="password"
        autoComplete="off"
        maw={360}
        maxLength={MAX_VIDEO_PASSWORD_LENGTH}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <PasswordSuggestion
        password={form.getValues().password}
        onAccept={(password) => form.setFieldValue("password", password)}
      />
      {video.isPassword && (
        <Text size="sm" c="dimmed">
          {t("videoPage.password.changeHint")}
        </Text>
      )}
    </SectionForm>
  );
}

/** Offers a generated password, and shows it for copying until it is changed. */
function PasswordSuggestion({
  password,
  onAccept,
}: {
  password: string;
  onAccept: (password: string) => void;
}) {
  const { t } = useTranslation();
  const [suggested, setSuggested] = useState<string>();
  function handleSuggest(): void {
    const next = suggestPassword();
    setSuggested(next);
    onAccept(next);
  }
  return (
    <Stack gap="xs">
      <Group>
        <Button size="xs" variant="default" leftSection={<IconWand size={15} />} onClick={handleSuggest}>
          {t("videoPage.password.suggest")}
        </Button>
      </Group>
      {suggested !== undefined && suggested === password && (
        <CopyField
          label={t("videoPage.password.suggested")}
          value={suggested}
          copied={t("videoPage.password.copied")}
        />
      )}
    </Stack>
  );
}
