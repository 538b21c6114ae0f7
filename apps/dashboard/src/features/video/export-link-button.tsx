import { Button, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconLinkPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openNewLink } from "../../components/export-links/open-new-link.tsx";
import { useCan, useMe } from "../../lib/user.ts";

/** Makes an export link to this video, where the client has export links and the user may make one. */
export function ExportLinkButton({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const isOffered = useMe()?.client_infos[0]?.export ?? false;
  const mayCreate = useCan("editor");
  const [isOpening, setOpening] = useState(false);
  if (!isOffered || !mayCreate || video.isDeleted) return null;
  function handleClick(): void {
    setOpening(true);
    // The reader was told that it could not be fetched.
    void openNewLink({ uuid: video.uuid, title: video.title })
      .catch(() => undefined)
      .finally(() => setOpening(false));
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconLinkPlus size={17} />}
        loading={isOpening}
        onClick={handleClick}
      >
        {t("videoPage.share.exportLink")}
      </Button>
      <Text size="sm" c="dimmed" mt={6}>
        {t("videoPage.share.exportLinkHint")}
      </Text>
    </div>
  );
}
