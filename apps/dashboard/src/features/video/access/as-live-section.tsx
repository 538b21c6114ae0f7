import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { canPlayAsLive, simulatedLiveStateOf } from "@shoal/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { DateTimeField } from "../../../components/ui/form/date-time-field.tsx";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { isImmediate, readLocalText, scheduledDateOf, toLocalText } from "../../../lib/local-moment.ts";
import { notify } from "../../../lib/notify.ts";
import { useNowSec } from "../../../lib/now.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { cacheVideo } from "../../../lib/video-cache.ts";
import { SectionForm, VideoFormSection } from "../video-form-section.tsx";

/** Edits whether, and when, the video plays as a live that all viewers see at the same moment (§7, vodToLive). */
export function AsLiveSection({ video }: { video: VideoView }) {
  return video.vodToLive ? <TimedContent video={video} /> : <LiveSettings video={video} state={undefined} />;
}

/** Renders the content that depends on the time in a separate component, so that only this part re-renders every second. */
function TimedContent({ video }: { video: VideoView }) {
  return <LiveSettings video={video} state={simulatedLiveStateOf(video.vodToLive, useNowSec() * 1000)} />;
}

function LiveSettings({ video, state }: LiveSettingsProps) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="asLive"
      hint={t("videoPage.asLive.hint")}
      video={video}
      isLocked={state === "running" || !canPlayAsLive(video)}
      edit={t(state === "planned" ? "videoPage.asLive.move" : "videoPage.asLive.plan")}
      view={<LiveState key={video.vodToLive?.startDate} video={video} state={state} />}
      form={(close) => <ScheduleForm video={video} onEnd={close} />}
    />
  );
}

interface LiveSettingsProps {
  video: VideoView;
  state: ReturnType<typeof simulatedLiveStateOf>;
}

function LiveState({ video, state }: LiveSettingsProps) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { confirmEnd } = useSimulatedLiveActions(video);
  if (!state || !video.vodToLive) return <NotScheduled video={video} />;
  const dates = {
    from: scheduledDateOf(video.vodToLive.startDate),
    to: scheduledDateOf(video.vodToLive.endDate),
  };
  const isPlan = state === "planned";
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text>{t(isPlan ? "videoPage.asLive.plannedText" : "videoPage.asLive.runningText", dates)}</Text>
        {mayModify && (
          <Button variant="default" size="xs" onClick={() => confirmEnd(isPlan)}>
            {t(isPlan ? "videoPage.asLive.clear" : "videoPage.asLive.end")}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t("videoPage.asLive.endedBy")}
      </Text>
    </Stack>
  );
}

function NotScheduled({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { play } = useSimulatedLiveActions(video);
  if (!canPlayAsLive(video)) return <Text>{t("videoPage.asLive.notYet")}</Text>;
  const confirm = () =>
    askConfirmation({
      title: t("videoPage.asLive.nowQuestion"),
      text: t("videoPage.asLive.nowText"),
      confirm: t("videoPage.asLive.now"),
      run: () => play(null),
    });
  return (
    <Group justify="space-between" gap="sm">
      <Text>{t("videoPage.asLive.none")}</Text>
      {mayModify && (
        <Button variant="default" size="xs" onClick={confirm}>
          {t("videoPage.asLive.now")}
        </Button>
      )}
    </Group>
  );
}

function ScheduleForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const { play } = useSimulatedLiveActions(video);
  const saved = toLocalText(video.vodToLive?.startDate ?? null);
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    name: "asLive",
    initialValues: { startDate: saved },
    validate: ({ startDate }) => ({ startDate: !readLocalText(startDate) && t("dateTime.fault") }),
    send({ startDate }) {
      const iso = readLocalText(startDate);
      // If the chosen start is past or very close, the live starts immediately. The form has informed the user of this.
      return play(iso && !isImmediate(iso, Date.now()) ? iso : null);
    },
    onSent: onEnd,
  });
  const { startDate } = form.getValues();
  const iso = readLocalText(startDate);
  useReportUnsaved(startDate !== saved);
  return (
    <SectionForm
      edit={{ fault, isSending, handleSubmit }}
      onCancel={onEnd}
      confirm={t("videoPage.asLive.plan")}
    >
      <DateTimeField name="startDate" {...form.getInputProps("startDate")} />
      <div role="status">
        {iso && isImmediate(iso, Date.now()) && <Alert color="orange">{t("videoPage.asLive.atOnce")}</Alert>}
      </div>
    </SectionForm>
  );
}

/** Returns functions that play a video as a live, schedule such a live, and end it. */
function useSimulatedLiveActions({ uuid }: VideoView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: uuid };
  return {
    /** Starts or schedules the live. @throws the same errors as the call. @param startDate ISO 8601; null for now. */
    async play(startDate: string | null): Promise<void> {
      const saved = await call(routes.playAsLive, { params, body: { startDate } });
      cacheVideo(queries, saved);
      const { startDate: date = "" } = saved.vodToLive ?? {};
      const isPlanned = Date.parse(date) > Date.now();
      notify.success({
        message: isPlanned
          ? t("videoPage.asLive.planned", { date: scheduledDateOf(date) })
          : t("videoPage.asLive.begun"),
      });
    },
    /** Ends the live after a confirmation. @param isPlan whether the live is scheduled and has not started yet. */
    confirmEnd: (isPlan: boolean) => {
      const words = isPlan ? "clear" : "end";
      askConfirmation({
        title: t(`videoPage.asLive.${words}Question`),
        text: t(`videoPage.asLive.${words}Text`),
        confirm: t(`videoPage.asLive.${words}`),
        async run() {
          cacheVideo(queries, await call(routes.endPlayingAsLive, { params }));
          notify.success({ message: t(`videoPage.asLive.${words}Done`) });
        },
      });
    },
  };
}
