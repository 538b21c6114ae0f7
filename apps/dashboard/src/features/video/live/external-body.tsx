import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { SavedExternalStreams, VideoView } from "@shoal/contract";
import { IconAlertTriangle, IconBroadcast, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isUnrecorded } from "../../../components/live/delay-values.ts";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { EmptyState, ErrorState } from "../../../components/ui/states.tsx";
import { useMayModify } from "../../../lib/user.ts";
import { ExternalForm } from "./external-form.tsx";
import { ExternalList } from "./external-list.tsx";
import { externalStreamsQuery } from "./external-query.ts";

/** Explains restreaming, lists its targets, and lets editors change them. */
export function ExternalBody({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("externalStreams.hint")}
      </Text>
      {isUnrecorded(video) && (
        <Alert color="orange" icon={<IconAlertTriangle />} title={t("externalStreams.unrecorded.title")}>
          {t("externalStreams.unrecorded.text")}
        </Alert>
      )}
      {mayModify ? <ExternalStreams video={video} /> : <ReadOnlyNotice />}
    </Stack>
  );
}

function ReadOnlyNotice() {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">{t("externalStreams.editorsOnly")}</Text>
      <ReadOnly />
    </>
  );
}

function ExternalStreams({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(externalStreamsQuery(video.uuid));
  const [isEditing, setEditing] = useState(false);
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={96} radius="md" role="status" aria-label={t("app.loading")} />;
  if (isEditing && !video.isDeleted)
    return <ExternalForm uuid={video.uuid} saved={data} onEnd={() => setEditing(false)} />;
  // A live that is not recorded is never restreamed, so no targets can be added. Existing targets can be removed.
  if (hasNoTargets(data) && isUnrecorded(video)) return null;
  const edit = !video.isDeleted && (
    <EditButton isFirst={hasNoTargets(data)} onEdit={() => setEditing(true)} />
  );
  if (hasNoTargets(data))
    return (
      <EmptyState
        icon={<IconBroadcast size={34} />}
        title={t("externalStreams.none")}
        text={t("externalStreams.emptyText")}
      >
        {edit}
      </EmptyState>
    );
  return (
    <>
      <ExternalList video={video} saved={data} />
      <Group>{edit}</Group>
    </>
  );
}

function EditButton({ isFirst, onEdit }: { isFirst: boolean; onEdit: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="xs" variant="default" leftSection={<IconPencil size={15} />} onClick={onEdit}>
      {t(isFirst ? "externalStreams.add" : "externalStreams.edit")}
    </Button>
  );
}

const hasNoTargets = (saved: SavedExternalStreams) =>
  Object.values(saved).every((streams) => streams.length === 0);
