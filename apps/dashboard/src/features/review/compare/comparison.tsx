import { Box, Button, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReview } from "../review-context.ts";

const ComparisonPlayers = lazy(async () => ({
  default: (await import("./comparison-players.tsx")).ComparisonPlayers,
}));

/** Opens the version beside the one before it; nothing where there is none, or one of them cannot be played. */
export function Comparison() {
  const { t } = useTranslation();
  const { project, version, versions, player, may } = useReview();
  const [opened, setOpened] = useState<number>();
  const [previous] = versions
    .filter(({ number }) => number < version.number)
    .toSorted((a, b) => b.number - a.number);
  if (previous?.video.state !== "playable" || version.video.state !== "playable") return null;
  const isOpen = opened === version.number;
  function handleToggle(): void {
    player.pause();
    setOpened(isOpen ? undefined : version.number);
  }
  return (
    <Box mb="md">
      <Button variant="default" size="xs" mb="sm" aria-expanded={isOpen} onClick={handleToggle}>
        {t("compare.open", { version: previous.number })}
      </Button>
      {isOpen && (
        <Suspense fallback={<Skeleton h={240} />}>
          <ComparisonPlayers
            key={version.number}
            project={project.uuid}
            recent={version}
            previous={previous}
            mayPlace={may("comment")}
            startFrame={player.getSnapshot().shownFrame}
          />
        </Suspense>
      )}
    </Box>
  );
}
