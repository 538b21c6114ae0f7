import { Anchor, Skeleton, Text } from "@mantine/core";
import { MAX_PAGE_SIZE, routes, type VideoView } from "@shoal/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { dateOf } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { call } from "../../lib/session.ts";
import { CutForm } from "./cut-form.tsx";
import classes from "./cuts-section.module.css";
import { EditableSection } from "./editable-section.tsx";

/** Read again when the number of cuts changes: it stands in the key. */
const cutsQuery = ({ uuid, videoInAndOutSize }: VideoView) =>
  queryOptions({
    queryKey: ["videos", "cuts", uuid, videoInAndOutSize],
    queryFn: ({ signal }) =>
      call(
        routes.listVideos,
        { query: { filter: { parent: uuid }, pagesize: MAX_PAGE_SIZE, sort: { createdAt: -1 } } },
        { signal },
      ),
  });

/** The versions that were cut from this video, the way to make another, and for a cut, the way to its source. */
export function CutsSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const canCut = ["encoded", "stopped"].includes(video.encodingStatus) && video.playable;
  return (
    <EditableSection
      section="cuts"
      hint={t("videoPage.cuts.hint")}
      video={video}
      isLocked={!canCut}
      edit={t("videoPage.cuts.new")}
      view={<Cuts video={video} />}
      form={(close) => <CutForm video={video} onEnd={close} />}
    />
  );
}

function Cuts({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const cuts = useQuery(cutsQuery(video));
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
      <FormFault fault={cuts.error ? errorText(cuts.error) : undefined} title={t("videoPage.cuts.failed")} />
      {cuts.isPending && <Skeleton h={64} radius="md" />}
      {cuts.data && <CutList cuts={cuts.data._embedded} />}
    </>
  );
}

function CutList({ cuts }: { cuts: readonly VideoView[] }) {
  const { t } = useTranslation();
  if (cuts.length === 0) return <Text>{t("videoPage.cuts.none")}</Text>;
  return (
    <ul className={classes.list}>
      {cuts.map((cut) => (
        <li key={cut.uuid} className={classes.cut}>
          <div className={classes.picture}>
            <Thumbnail video={cut} />
          </div>
          <div className={classes.about}>
            <Anchor component={Link} to={`/player/${cut.uuid}`} fw={600} className={classes.title}>
              {cut.title}
            </Anchor>
            <Text size="sm" c="dimmed">
              {dateOf(cut.createdAt)}
            </Text>
          </div>
          <StatusBadge video={cut} />
        </li>
      ))}
    </ul>
  );
}
