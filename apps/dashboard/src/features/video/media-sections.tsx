import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { type ComponentType, lazy, Suspense } from "react";
import { Section } from "./section.tsx";
import type { SectionId } from "./sections.ts";

type Props = { video: VideoView };

/** The content of a section, loaded with its texts after the page. */
const fetched = (load: () => Promise<ComponentType<Props>>) => lazy(async () => ({ default: await load() }));

/** A lazily loaded section whose container is rendered at once, so that the menu can link to it. */
const section = (id: SectionId, heightPx: number, load: () => Promise<ComponentType<Props>>) => {
  const Content = fetched(load);
  return ({ video }: Props) => (
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

/** The video's thumbnail. */
export const ThumbnailSection = section(
  "thumbnail",
  260,
  async () => (await import("./thumbnail/thumbnail-content.tsx")).ThumbnailContent,
);

/** The video as files. */
export const DownloadSection = section(
  "download",
  180,
  async () => (await import("./download-content.tsx")).DownloadContent,
);

/** Other media under the same address. */
export const ReplaceSection = section(
  "replace",
  140,
  async () => (await import("./replacement/replace-content.tsx")).ReplaceContent,
);
