import { Box, Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { IntroModal, VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { Thumbnail } from "../../../components/video/thumbnail.tsx";
import { notify } from "../../../lib/notify.ts";
import { useMayModify } from "../../../lib/user.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm, VideoFormSection } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";
import classes from "./intro-preview.module.css";

const EMPTY_INTRO: IntroModal = { title: "", text: "", button: "" };
const MAX_LENGTHS = { title: 200, text: 2_000, button: 50 };

/** Edits the message before the video starts. */
export function IntroSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="intro"
      hint={t("videoPage.intro.hint")}
      video={video}
      {...(video.introModal ? {} : { edit: t("videoPage.intro.add") })}
      view={<IntroView video={video} />}
      form={(close) => <IntroForm video={video} onEnd={close} />}
    />
  );
}

function IntroView({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  const mayModify = useMayModify() && !video.isDeleted;
  if (!video.introModal) return <Text>{t("videoPage.intro.none")}</Text>;
  const confirmRemove = () =>
    askConfirmation({
      title: t("videoPage.intro.removeQuestion"),
      text: t("videoPage.intro.removeText"),
      confirm: t("videoPage.intro.remove"),
      async run() {
        await change({ introModal: null });
        notify.success({ message: t("videoPage.intro.removed") });
      },
    });
  return (
    <Stack>
      <IntroPreview video={video} intro={video.introModal} />
      {mayModify && (
        <Group>
          <Button variant="default" size="xs" onClick={confirmRemove}>
            {t("videoPage.intro.remove")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function useIntroForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  return useVideoForm({
    video,
    valuesOf: ({ introModal }) => ({ ...(introModal ?? EMPTY_INTRO) }),
    validate: ({ text }) => ({ text: text.trim() === "" && t("videoPage.intro.textFault") }),
    save: (introModal, revision) => change({ introModal, revision }),
    onSaved() {
      notify.success({ message: t("videoPage.intro.saved") });
      onEnd();
    },
  });
}

function IntroForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useIntroForm(video, onEnd);
  const { form } = edit;
  const labels = {
    title: t("videoPage.intro.title"),
    text: t("videoPage.intro.text"),
    button: t("videoPage.intro.button"),
  };
  const propsOf = (name: keyof IntroModal) => ({
    label: labels[name],
    name,
    maxLength: MAX_LENGTHS[name],
    ...form.getInputProps(name),
  });
  return (
    <SectionForm edit={edit} onCancel={onEnd} labels={labels}>
      <TextInput key={form.key("title")} {...propsOf("title")} />
      <Textarea key={form.key("text")} autosize minRows={3} maxRows={10} required {...propsOf("text")} />
      <TextInput
        key={form.key("button")}
        placeholder={t("videoPage.intro.buttonDefault")}
        {...propsOf("button")}
      />
      <IntroPreview video={video} intro={form.getValues()} />
    </SectionForm>
  );
}

/** Previews the intro message over the thumbnail of its video. */
function IntroPreview({ video, intro }: { video: VideoView; intro: IntroModal }) {
  const { t } = useTranslation();
  return (
    <figure className={classes.figure}>
      <figcaption>{t("videoPage.intro.preview")}</figcaption>
      <Box pos="relative" maw={520} bdrs={10} style={{ overflow: "hidden" }}>
        <Thumbnail video={{ ...video, duration: null }} />
        <div className={classes.shade}>
          <div className={classes.card}>
            {intro.title && <strong>{intro.title}</strong>}
            <p>{intro.text}</p>
            <span className={classes.button}>{intro.button || t("videoPage.intro.buttonDefault")}</span>
          </div>
        </div>
      </Box>
    </figure>
  );
}
