import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { OutroPreview, visiblePartsOf } from "../../../components/outros/outro-preview.tsx";
import { outroQuery, reloadOutros } from "../../../components/outros/outros-query.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { cacheVideo } from "../../../lib/video-cache.ts";
import { pickOutro } from "./outro-picker.tsx";

/** Shows the outro of a video, which can be selected, created or removed. Each change takes effect immediately. */
export function OutroChoice({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const outro = useQuery(outroQuery(video.outro));
  const mayModify = useMayModify() && !video.isDeleted;
  const assigning = useOutroAssignment(video);
  const shown = video.outro === null ? null : outro.data;
  const error = assigning.error ?? (outro.data ? null : outro.error);
  return (
    <Stack>
      <div role="alert" style={{ display: "contents" }}>
        {error && (
          <Alert color="red" role="presentation" title={t("outros.failed")}>
            {errorText(error)}
          </Alert>
        )}
      </div>
      {video.outro === null && <Text>{t("outros.none")}</Text>}
      {video.outro !== null && outro.isPending && <Skeleton h={200} radius="md" />}
      {shown && <OutroPreview outro={visiblePartsOf(shown)} />}
      {mayModify && (
        <OutroButtons
          video={video}
          isSending={assigning.isPending}
          onAssign={(next) => assigning.mutate(next)}
        />
      )}
    </Stack>
  );
}

interface ChosenOutro {
  id: string;
  title: string;
}

function useOutroAssignment(video: VideoView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (outro: ChosenOutro | null) =>
      call(routes.assignOutro, { params: { id: video.uuid }, body: { outro: outro?.id ?? null } }),
    async onSuccess(saved, outro) {
      cacheVideo(queries, saved);
      notify.success({
        message: outro ? t("outros.assigned", { title: outro.title }) : t("outros.cleared"),
      });
      await reloadOutros(queries);
    },
  });
}

interface OutroButtonsProps {
  video: VideoView;
  isSending: boolean;
  onAssign: (outro: ChosenOutro | null) => void;
}

function OutroButtons({ video, isSending, onAssign }: OutroButtonsProps) {
  const { t } = useTranslation();
  const choose = () => pickOutro({ title: t("outros.choose"), chosen: video.outro, onPick: onAssign });
  return (
    <Group gap="sm">
      <Button size="xs" loading={isSending} onClick={choose}>
        {t(video.outro ? "outros.chooseAnother" : "outros.choose")}
      </Button>
      {video.outro && (
        <>
          <Button size="xs" variant="default" component={Link} to={`/outros/${video.outro}`}>
            {t("outros.editShort")}
          </Button>
          <Button size="xs" variant="default" disabled={isSending} onClick={() => onAssign(null)}>
            {t("outros.clear")}
          </Button>
        </>
      )}
      <Button size="xs" variant="default" component={Link} to={`/outros/new?video=${video.uuid}`}>
        {t("outros.newForVideo")}
      </Button>
      <Button size="xs" variant="subtle" component={Link} to="/outros">
        {t("outros.manage")}
      </Button>
    </Group>
  );
}
