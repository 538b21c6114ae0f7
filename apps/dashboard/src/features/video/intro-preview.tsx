import { Box } from "@mantine/core";
import type { IntroModal, VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import classes from "./intro-preview.module.css";

/** The intro message over the picture of its video. */
export function IntroPreview({ video, intro }: { video: VideoView; intro: IntroModal }) {
  const { t } = useTranslation();
  return (
    <figure className={classes.figure}>
      <figcaption>{t("videoPage.intro.preview")}</figcaption>
      <Box pos="relative" maw={520} bdrs={10} style={{ overflow: "hidden" }}>
        <Thumbnail video={{ ...video, duration: null }} />
        <div className={classes.shade}>
          <div className={classes.card}>
            {intro.title && <strong>{intro.title}</strong>}
            <p>{intro.text}</p>
            <span className={classes.button}>{intro.button || t("videoPage.intro.buttonDefault")}</span>
          </div>
        </div>
      </Box>
    </figure>
  );
}
