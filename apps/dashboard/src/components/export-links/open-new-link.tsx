import i18next from "i18next";
import { notifyUnreachable } from "../../lib/notify.ts";
import { openDialog } from "../ui/dialogs/dialogs.tsx";

/**
 * Opens the form for a new export link. The form and its texts are loaded on first use.
 * @param video the video to be downloaded; if undefined, the user selects one.
 */
export async function openNewLinkDialog(video?: { uuid: string; title: string }): Promise<void> {
  const { NewLink } = await import("./new-link.tsx").catch(notifyUnreachable);
  const closing: Promise<() => void> = openDialog({
    title: video ? `${i18next.t("exportLinks.createFor")}: ${video.title}` : i18next.t("exportLinks.create"),
    size: "lg",
    children: <NewLink video={video} onClose={() => void closing.then((close) => close())} />,
  });
  await closing;
}
