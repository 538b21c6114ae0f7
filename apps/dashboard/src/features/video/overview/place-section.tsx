import { Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { MAX_LATITUDE, MAX_LONGITUDE, MAX_PLACE_LABEL_LENGTH, type VideoView } from "@shoal/contract";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { numberFormat } from "../../../lib/figures.ts";
import { notify } from "../../../lib/notify.ts";
import { useMayModify } from "../../../lib/user.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm, VideoFormSection } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";
import { parseDegrees } from "./parse-degrees.ts";

/** Edits the location of a video's camera, which is shown on the map. */
export function PlaceSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="place"
      hint={t("videoPage.place.hint")}
      video={video}
      {...(video.place ? {} : { edit: t("videoPage.place.add") })}
      view={<PlaceView video={video} />}
      form={(close) => <PlaceForm video={video} onEnd={close} />}
    />
  );
}

function PlaceView({ video }: { video: VideoView }) {
  const { t, i18n } = useTranslation();
  const change = useVideoChange(video.uuid);
  const remove = useMutation({
    mutationFn: () => change({ place: null }),
    onSuccess: () => notify.success({ message: t("videoPage.place.removed") }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  const mayModify = useMayModify() && !video.isDeleted;
  const { place } = video;
  if (!place) return <Text>{t("videoPage.place.none")}</Text>;
  const degrees = (value: number) => numberFormat(i18n.language, { maximumFractionDigits: 6 }).format(value);
  return (
    <Stack gap="xs">
      <Text fw={600}>{place.label}</Text>
      <Text c="dimmed" size="sm">
        {t("videoPage.place.at", {
          latitude: degrees(place.latitude),
          longitude: degrees(place.longitude),
        })}
      </Text>
      {mayModify && (
        <Group>
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("videoPage.place.remove")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const coordinateTextsOf = ({ place }: VideoView) => ({
  label: place?.label ?? "",
  latitude: place ? String(place.latitude) : "",
  longitude: place ? String(place.longitude) : "",
});

function usePlaceForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  const fault = (text: string, max: number) =>
    parseDegrees(text, max) === undefined && t("videoPage.place.degreesFault", { max });
  return useVideoForm({
    video,
    valuesOf: coordinateTextsOf,
    validate: ({ label, latitude, longitude }) => ({
      label: label.trim() === "" && t("videoPage.place.labelFault"),
      latitude: fault(latitude, MAX_LATITUDE),
      longitude: fault(longitude, MAX_LONGITUDE),
    }),
    save: ({ label, latitude, longitude }, revision) => {
      const place = {
        label,
        latitude: parseDegrees(latitude, MAX_LATITUDE) ?? 0,
        longitude: parseDegrees(longitude, MAX_LONGITUDE) ?? 0,
      };
      return change({ place, revision });
    },
    onSaved() {
      notify.success({ message: t("videoPage.place.saved") });
      onEnd();
    },
  });
}

function PlaceForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = usePlaceForm(video, onEnd);
  const { form } = edit;
  const labels = {
    label: t("videoPage.place.label"),
    latitude: t("videoPage.place.latitude"),
    longitude: t("videoPage.place.longitude"),
  };
  const propsOf = (name: keyof typeof labels) => ({
    label: labels[name],
    name,
    required: true,
    ...form.getInputProps(name),
  });
  return (
    <SectionForm edit={edit} onCancel={onEnd} labels={labels}>
      <TextInput key={form.key("label")} maxLength={MAX_PLACE_LABEL_LENGTH} {...propsOf("label")} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          key={form.key("latitude")}
          inputMode="decimal"
          description={t("videoPage.place.latitudeHint")}
          {...propsOf("latitude")}
        />
        <TextInput
          key={form.key("longitude")}
          inputMode="decimal"
          description={t("videoPage.place.longitudeHint")}
          {...propsOf("longitude")}
        />
      </SimpleGrid>
    </SectionForm>
  );
}
