import { Button } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { BackLink } from "../../components/ui/back-link.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { useLastError } from "../../lib/use-last-error.ts";
import { SceneListEditor } from "./scene-list-editor.tsx";
import { SceneListsOnly } from "./scene-lists-only.tsx";
import { sceneListQuery } from "./scene-lists-query.ts";

/** The part of the path that stands for a new list. */
const NEW_LIST = "new";

/** Shows one scene list, or a new list (/scenelist/{uuid}). */
export function SceneListPage() {
  const { t } = useTranslation();
  const { uuid = NEW_LIST } = useParams();
  const [created, setCreated] = useState<string>();
  const [opened, setOpened] = useState({ uuid, editor: 1 });
  if (opened.uuid !== uuid) {
    // A new list stays in its editor when it gets its address, so that values entered during the save are kept.
    const isSame = opened.uuid === NEW_LIST && uuid === created;
    // The editor is kept only for this step, not for later navigation between the form for a new list and the created list.
    setCreated(undefined);
    setOpened({ uuid, editor: isSame ? opened.editor : opened.editor + 1 });
  }
  return (
    <SceneListsOnly>
      <BackLink to="/scenelist">{t("sceneList.back")}</BackLink>
      <OpenedSceneList key={opened.editor} uuid={uuid} onCreated={setCreated} />
    </SceneListsOnly>
  );
}

function OpenedSceneList({ uuid, onCreated }: { uuid: string; onCreated: (uuid: string) => void }) {
  const isNew = uuid === NEW_LIST;
  const list = useQuery({ ...sceneListQuery(uuid), enabled: !isNew });
  const error = useLastError(list, uuid);
  const { data, refetch } = list;
  const isGone = error instanceof AppError && ["scene_list_not_found", "bad_request"].includes(error.code);
  if (isGone) return <SceneListMissing />;
  if (isNew || data)
    return (
      <UnsavedChanges>
        <SceneListEditor list={data} onCreated={onCreated} />
      </UnsavedChanges>
    );
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />;
}

function SceneListMissing() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<IconListDetails size={34} />} title={t("sceneList.gone")}>
      <Button component={Link} to="/scenelist" variant="default">
        {t("sceneList.back")}
      </Button>
    </EmptyState>
  );
}
