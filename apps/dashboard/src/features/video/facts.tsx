import type { VideoView } from "@shoal/contract";
import { formatFileSize } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { inLanguage } from "../../lib/figures.ts";
import { clockOf, dateOf } from "../../lib/times.ts";
import classes from "./facts.module.css";
import { Section } from "./section.tsx";

/** Where the video comes from. */
export function Facts({ video }: { video: VideoView }) {
  const { t, i18n } = useTranslation();
  const facts = [
    [t("facts.author"), video.user],
    [t("facts.created"), dateOf(video.createdAt)],
    [t("facts.modified"), dateOf(video.lastModifyAt)],
    [t("facts.duration"), video.duration === null ? "–" : clockOf(video.duration)],
    [t("facts.file"), video.originalname ?? "–"],
    [t("facts.size"), inLanguage(formatFileSize(video.sizeBytes), i18n.language)],
    [t("facts.id"), video.uuid],
  ] as const;
  return (
    <Section title={t("facts.title")}>
      <dl className={classes.list}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
