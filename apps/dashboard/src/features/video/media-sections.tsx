import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { type ComponentType, lazy, Suspense } from "react";
import { Section } from "./section.tsx";
import type { SectionId } from "./sections.ts";

type SectionProps = { video: VideoView };

/** Loads the content of a section with its texts after the page. */
const lazySection = (load: () => Promise<ComponentType<SectionProps>>) =>
  lazy(async () => ({ default: await load() }));

/** Creates a lazily loaded section whose container is rendered immediately, so that the menu can link to it. */
const createSection = (id: SectionId, heightPx: number, load: () => Promise<ComponentType<SectionProps>>) => {
  const Content = lazySection(load);
  return ({ video }: SectionProps) => (
    <Suspense
      fallback={
        <Section section={id}>
          <Skeleton h={heightPx} radius="md" />
        </Section>
      }
    >
      <Content video={video} />
    </Suspense>
  );
};

/** Shows the section that edits the video's thumbnail. */
export const ThumbnailSection = createSection(
  "thumbnail",
  260,
  async () => (await import("./thumbnail/thumbnail-content.tsx")).ThumbnailContent,
);

/** Shows the section that offers the video as files. */
export const DownloadSection = createSection(
  "download",
  180,
  async () => (await import("./download-content.tsx")).DownloadContent,
);

/** Shows the section that replaces the media while the video keeps its URL. */
export const ReplaceSection = createSection(
  "replace",
  140,
  async () => (await import("./replacement/replace-content.tsx")).ReplaceContent,
);
