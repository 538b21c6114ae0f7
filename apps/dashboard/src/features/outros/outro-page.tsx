import { Button } from "@mantine/core";
import type { OutroView } from "@shoal/contract";
import { IconArrowLeft, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { outroQuery } from "../../components/outros/outros-query.ts";
import { cachePictures } from "../../components/pictures/pictures-query.ts";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { useMayModify } from "../../lib/user.ts";
import { NewOutroForm } from "./new-outro-form.tsx";
import { OutroForm } from "./outro-form.tsx";
import { useOutroRemoval } from "./use-outro-removal.tsx";

/** Edits an outro (`/outros/{id}`), or creates an outro (`/outros/new?video={uuid}`). */
export function OutroPage() {
  const { id = "new" } = useParams();
  return <UnsavedChanges key={id}>{id === "new" ? <NewOutro /> : <ExistingOutro id={id} />}</UnsavedChanges>;
}

function BackLink() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/outros" variant="default" leftSection={<IconArrowLeft size={17} />}>
      {t("outros.back")}
    </Button>
  );
}

function NewOutro() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t("outros.new")}>
        <ReadOnly />
        <BackLink />
      </PageHeader>
      <NewOutroForm />
    </>
  );
}

function ExistingOutro({ id }: { id: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const outro = useQuery(outroQuery(id));
  const found = outro.data;
  const navigate = useNavigate();
  const [isKnown, setKnown] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  function handleRemoved(): void {
    // Marks the outro as deleted before leaving, so that the page does not ask about unsaved changes.
    flushSync(() => setRemoved(true));
    void navigate("/outros");
  }
  useEffect(() => {
    if (!found) return;
    cachePictures(queries, found.image, found.backgroundImage);
    setKnown(true);
  }, [found, queries]);
  if (!found && outro.error) return <ErrorState error={outro.error} onRetry={outro.refetch} />;
  if (!found || !isKnown) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={found.title} note={t("outros.usedBy", { count: found.videoCount })}>
        <ReadOnly />
        <BackLink />
        <RemoveButton outro={found} onRemoved={handleRemoved} />
      </PageHeader>
      {!isRemoved && <OutroForm outro={found} />}
    </>
  );
}

function RemoveButton({ outro, onRemoved }: { outro: OutroView; onRemoved: () => void }) {
  const { t } = useTranslation();
  const confirmRemove = useOutroRemoval(outro, onRemoved);
  if (!useMayModify()) return null;
  return (
    <Button variant="default" leftSection={<IconTrash size={17} />} onClick={confirmRemove}>
      {t("outros.remove")}
    </Button>
  );
}
