import { Button } from "@mantine/core";
import { AppError, type SceneListView } from "@shoal/contract";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { BackLink } from "../../components/ui/back-link.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { useLastError } from "../../lib/use-last-error.ts";
import { ForSceneLists } from "./for-scene-lists.tsx";
import { SceneListEditor } from "./scene-list-editor.tsx";
import { sceneListQuery } from "./scene-lists-query.ts";

/** The part of the path that stands for a new list. */
const NEW = "new";

/** Shows one scene list, or a new one (/scenelist/{uuid}). */
export function SceneListPage() {
  const { t } = useTranslation();
  const { uuid = NEW } = useParams();
  return (
    <ForSceneLists>
      <BackLink to="/scenelist">{t("sceneList.back")}</BackLink>
      {uuid === NEW ? <Editor list={undefined} /> : <Saved uuid={uuid} />}
    </ForSceneLists>
  );
}

function Saved({ uuid }: { uuid: string }) {
  const list = useQuery(sceneListQuery(uuid));
  const error = useLastError(list, uuid);
  const { data, refetch } = list;
  const isGone = error instanceof AppError && ["scene_list_not_found", "bad_request"].includes(error.code);
  if (isGone) return <Gone />;
  if (data) return <Editor list={data} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />;
}

const Editor = ({ list }: { list: SceneListView | undefined }) => (
  <UnsavedChanges key={list?.uuid ?? NEW}>
    <SceneListEditor list={list} />
  </UnsavedChanges>
);

function Gone() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<IconListDetails size={34} />} title={t("sceneList.gone")}>
      <Button component={Link} to="/scenelist" variant="default">
        {t("sceneList.back")}
      </Button>
    </EmptyState>
  );
}
