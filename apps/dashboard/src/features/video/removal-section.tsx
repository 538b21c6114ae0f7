import { Button, Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { deletionModeOf } from "@shoal/domain";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { actionKeyOf, useVideoActions } from "../../components/video/video-actions.tsx";
import { useMayModify } from "../../lib/user.ts";
import { Section } from "./section.tsx";

/** Deletes the video after a confirmation that names the consequences. */
export function RemovalSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useVideoActions(video, { onDeleted: () => void navigate("/videos") });
  const mayModify = useMayModify();
  return (
    <Section section="removal" aside={<ReadOnly />}>
      <Group justify="space-between" gap="md">
        <Text style={{ flex: "1 1 260px" }}>{t(`videoPage.removal.${deletionModeOf(video)}`)}</Text>
        {mayModify && (
          <Button
            color="red.8"
            leftSection={<IconTrash size={17} />}
            disabled={actions.isRunning}
            onClick={actions.confirmDelete}
          >
            {t(`actions.${actionKeyOf("delete", video)}`)}
          </Button>
        )}
      </Group>
    </Section>
  );
}
