import { Anchor, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { VideoFormSection } from "../video-form-section.tsx";
import { DerivedVideos } from "./children.tsx";
import { CutForm } from "./cut-form.tsx";

/** Lists the versions cut from this video, with a button to create another; for a cut, links to the video from which it was cut. */
export function CutsSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const canCut = ["encoded", "stopped"].includes(video.encodingStatus) && video.playable;
  return (
    <VideoFormSection
      section="cuts"
      hint={t("videoPage.cuts.hint")}
      video={video}
      isLocked={!canCut}
      edit={t("videoPage.cuts.new")}
      view={<CutVersions video={video} />}
      form={(close) => <CutForm video={video} onEnd={close} />}
    />
  );
}

function CutVersions({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <>
      {video.inAndOutOrigin && (
        <Text>
          {t("videoPage.cuts.origin")}{" "}
          <Anchor component={Link} to={`/player/${video.inAndOutOrigin}`} inherit>
            {t("videoPage.cuts.toOrigin")}
          </Anchor>
        </Text>
      )}
      <DerivedVideos
        video={video}
        count={video.videoInAndOutSize}
        empty={t("videoPage.cuts.none")}
        failed={t("videoPage.cuts.failed")}
      />
    </>
  );
}
