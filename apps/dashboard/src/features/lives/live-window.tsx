import { useTranslation } from "react-i18next";
import type { FloatingWindow } from "../../components/ui/windows/window-state.ts";
import { windows } from "../../components/ui/windows/windows.ts";
import { openLiveCreated } from "./live-created.tsx";
import { LiveCreation, type LiveOrigin } from "./live-creation.tsx";
import { LivePreview } from "./live-preview.tsx";

interface LiveWindowProps {
  window: FloatingWindow;
  /** Goes to the form for files. */
  onVod: () => void;
}

/** The window 'New Live - N' (§2): the form for a live, then its preview. */
export function LiveWindow({ window: { id, subject }, onVod }: LiveWindowProps) {
  const { t } = useTranslation();
  if (subject !== "") return <LivePreview uuid={subject} windowId={id} onDeleted={() => windows.close(id)} />;
  function handleCreated({ uuid, title }: { uuid: string; title: string }, origin: LiveOrigin): void {
    windows.note(id, { subject: uuid });
    // What this page films has begun: there is nothing to be told.
    if (origin === "simple") return;
    openLiveCreated(title, t(origin === "url" ? "live.source.created" : "live.created.text"));
  }
  return <LiveCreation windowId={id} onVod={onVod} onCreated={handleCreated} />;
}
