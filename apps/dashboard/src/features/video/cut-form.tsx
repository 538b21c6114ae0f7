import { Button, Radio, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { routes, TITLE_MAX_LENGTH, type VideoView } from "@shoal/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { type ChapterFaults, timeText } from "./chapter-rows.ts";
import { ChapterTimeline } from "./chapter-timeline.tsx";
import { CutEdgeField } from "./cut-edge-field.tsx";
import { type CutEdge, findCutFaults, fpsOf, rangeOf } from "./cut-range.ts";
import { FormFoot } from "./form-foot.tsx";
import { usePreview } from "./use-preview.ts";
import { readVideo } from "./video-state.ts";

const EDGES: readonly CutEdge[] = ["start", "end"];

/** Chooses a range on the preview's timeline and cuts it out (§2, cut-versions). */
export function CutForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const preview = usePreview();
  const { form, fault, isSending, handleSubmit } = useCutForm(video, onEnd);
  const values = form.getValues();
  const durationSec = video.duration ?? 0;
  const faults = findCutFaults(values, durationSec);
  const marks = EDGES.map((edge) => ({ key: edge, time: values[edge], title: t(`videoPage.cuts.${edge}`) }));
  const faulty = new Map<string, ChapterFaults>(
    EDGES.filter((edge) => faults[edge]).map((edge) => [edge, { time: "unreadable" }]),
  );
  const { start = 0, end = durationSec } = rangeOf(values);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <ChapterTimeline
          rows={marks}
          faults={faulty}
          durationSec={durationSec}
          rangeSec={{ start, end: Math.max(start, end) }}
          onMove={(edge, sec) => {
            form.setFieldValue(edge as CutEdge, timeText(sec));
            preview.seek(sec);
          }}
          onMoved={() => undefined}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {EDGES.map((edge) => (
            <CutEdgeField
              key={edge}
              edge={edge}
              value={values[edge]}
              error={form.errors[edge]}
              fps={fpsOf(video)}
              durationSec={durationSec}
              onChange={(text) => form.setFieldValue(edge, text)}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed" role="status">
          {end > start &&
            t("videoPage.cuts.length", { length: timeText(Math.round((end - start) * 1000) / 1000) })}
        </Text>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          style={{ alignSelf: "flex-start" }}
          onClick={() => preview.playFrom(start)}
        >
          {t("videoPage.cuts.play")}
        </Button>
        <TextInput
          label={t("videoPage.cuts.title")}
          description={t("videoPage.cuts.titleHint")}
          maxLength={TITLE_MAX_LENGTH}
          {...form.getInputProps("title")}
        />
        <Radio.Group label={t("videoPage.cuts.mode")} {...form.getInputProps("mode")}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="accurate"
              label={t("videoPage.cuts.accurate")}
              description={t("videoPage.cuts.accurateHint")}
            />
            <Radio value="fast" label={t("videoPage.cuts.fast")} description={t("videoPage.cuts.fastHint")} />
          </Stack>
        </Radio.Group>
        <FormFoot isSending={isSending} onCancel={onEnd} confirm={t("videoPage.cuts.cut")} />
      </Stack>
    </form>
  );
}

function useCutForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const durationSec = video.duration ?? 0;
  return useAppForm({
    initialValues: { start: "00:00", end: timeText(durationSec), title: "", mode: "accurate" },
    validate(values) {
      const { start, end } = findCutFaults(values, durationSec);
      return {
        start: start && t(`videoPage.cuts.faults.${start}`),
        end: end && t(`videoPage.cuts.faults.${end}`),
      };
    },
    send({ title, mode, ...texts }) {
      const { start = 0, end = 0 } = rangeOf(texts);
      const named = title.trim() ? { title: title.trim() } : {};
      return call(routes.cutVideo, {
        body: { uuid: video.uuid, start, end, transcode: mode === "accurate", ...named },
      });
    },
    async onSent(cut) {
      notify.success({ message: t("videoPage.cuts.made", { title: cut.title }) });
      onEnd();
      await readVideo(queries, video.uuid);
    },
  });
}
