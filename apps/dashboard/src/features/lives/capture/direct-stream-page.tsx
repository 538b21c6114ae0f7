import { Anchor, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { useMayModify } from "../../../lib/user.ts";
import { CameraForm } from "./camera-form.tsx";

/** Starts a live without delay (§2, /directstream); the new live has the same page as all other lives from a camera. */
export function DirectStreamPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const mayModify = useMayModify();
  return (
    <Stack gap={0} mx="auto" w="100%" maw={640}>
      <PageHeader title={t("live.delay.page")}>
        <ReadOnly />
        <Anchor component={Link} to="/delivery" size="sm">
          {t("delivery.title")}
        </Anchor>
      </PageHeader>
      {mayModify && (
        <CameraForm
          name="directstream"
          title={query.get("title") ?? undefined}
          delay="no"
          onCreated={({ uuid }) => void navigate(`/capture/${uuid}`)}
        />
      )}
    </Stack>
  );
}
