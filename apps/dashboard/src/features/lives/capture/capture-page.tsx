import { Box, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useConfirmedLeave } from "../../../components/ui/form/use-confirmed-leave.ts";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { useMayModify } from "../../../lib/user.ts";
import { LivePreview } from "../live-preview.tsx";
import { CameraForm } from "./camera-form.tsx";
import { captures, useCapture } from "./captures.ts";

/** The page for starting a live from a camera or a screen, also on a phone (§2). */
export const CapturePage = () => <CaptureContent path="/capture" />;

/** The capture page without navigation, for embedding (§2). */
export const CaptureFrame = () => (
  <Box component="main" p="md">
    <CaptureContent path="/captureWindow" />
  </Box>
);

function CaptureContent({ path }: { path: string }) {
  const { t } = useTranslation();
  const { uuid = "" } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const mayModify = useMayModify();
  const isRunning = useCapture(uuid) !== undefined;
  const flag = query.get("keeplive");
  const isKept = flag === null ? undefined : ["", "1", "true"].includes(flag);
  return (
    <Stack gap={0} mx="auto" w="100%" maw={640}>
      {isRunning && <LeaveConfirmation uuid={uuid} />}
      <PageHeader title={t("live.capture.title")}>
        <ReadOnly />
      </PageHeader>
      {uuid !== "" ? (
        <LivePreview uuid={uuid} windowId={path} onDeleted={() => void navigate(path)} />
      ) : (
        mayModify && (
          <CameraForm
            name="capture"
            title={query.get("title") ?? undefined}
            isKept={isKept}
            onCreated={(live) => void navigate(`${path}/${live.uuid}`)}
          />
        )
      )}
    </Stack>
  );
}

/**
 * Asks for confirmation before the page is left, because leaving ends the capture. Mounted only while the capture is sending; see
 * `useConfirmedLeave`.
 */
function LeaveConfirmation({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  useConfirmedLeave(
    ({ currentLocation, nextLocation }) =>
      captures.find(uuid) !== undefined && currentLocation.pathname !== nextLocation.pathname,
    {
      title: t("windows.running.title"),
      text: t("windows.running.text"),
      confirm: t("windows.running.confirm"),
      run: () => captures.end(uuid),
    },
  );
  return null;
}
