import { Stack, Title } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { DelayedFigures } from "../../../components/video/delayed-figures.tsx";
import { Figure } from "../../../components/video/figure.tsx";
import type { FigureKey } from "../../../lib/figures.ts";
import { Section } from "../section.tsx";
import classes from "./figures-section.module.css";

const FIGURE_GROUPS = {
  audience: ["nbView", "hourview", "meanTime", "concurrentUsers"],
  quality: ["bitrate", "bestQualityPercent", "rebuff", "startup"],
  delivery: ["dataDelivered", "totalMB_peer", "offload"],
  footprint: ["energySaved", "kwhSpent", "co2Spent", "waterSpent"],
} as const satisfies Record<string, FigureKey[]>;
const GROUP_NAMES = ["audience", "quality", "delivery", "footprint"] as const;

/** Shows all figures of a video in groups. */
export function FiguresSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Section section="figures">
      <DelayedFigures asOf={video.figuresAsOf} />
      <Stack gap={20}>
        {GROUP_NAMES.map((name) => (
          <div key={name}>
            <Title order={3} mb={10} fz="sm" fw={600}>
              {t(`figureGroups.${name}`)}
            </Title>
            <dl className={classes.list}>
              {FIGURE_GROUPS[name].map((figure) => (
                <Figure key={figure} video={video} figure={figure} size="large" />
              ))}
            </dl>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
