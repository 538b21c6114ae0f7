import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { useDeletionDate } from "../../components/video/use-deletion-date.ts";
import { isImmediate, scheduledDateOf } from "../../lib/local-moment.ts";
import { showOutcome } from "./dialogs.tsx";

/** The possible outcomes of scheduling or cancelling a deletion, as keys of the section's texts. */
interface PlanOutcomes {
  failed: "failedPlan" | "failedClear";
  done: "planned" | "destroyed" | "cleared";
}

/**
 * Returns a function that saves the deletion date; "" for no deletion. The result is shown over the page, with the video's title (§2, §8).
 */
function useSaveDate(video: VideoView) {
  const { title } = video;
  const { t } = useTranslation();
  const { save, faultOf } = useDeletionDate(video);
  /** Saves the date. @returns whether the date was saved. */
  return async (deleteDate: string, { failed, done }: PlanOutcomes): Promise<boolean> => {
    try {
      await save(deleteDate);
    } catch (error) {
      showOutcome({ title: t(`videoPage.deletion.${failed}`), about: title, text: faultOf(error) });
      return false;
    }
    const date = deleteDate && scheduledDateOf(deleteDate);
    const text = t(`videoPage.deletion.${done}Text`, { date });
    showOutcome({ title: t(`videoPage.deletion.${done}Title`), about: title, text });
    return true;
  };
}

/** Returns functions that schedule a video's deletion and cancel it. */
export function useDeletionPlan(video: VideoView) {
  const { t } = useTranslation();
  const send = useSaveDate(video);
  const ask = (question: "now" | "clear", run: () => unknown) =>
    askConfirmation({
      title: t(`videoPage.deletion.${question}Question`),
      text: <TitledText title={video.title}>{t(`videoPage.deletion.${question}Text`)}</TitledText>,
      confirm: t(`videoPage.deletion.${question}`),
      isDangerous: question === "now",
      run,
    });
  return {
    /** Schedules the deletion. @returns whether the form is done: false for a past or near date, which the user must confirm first. */
    async plan(iso: string): Promise<boolean> {
      if (!isImmediate(iso, Date.now())) return send(iso, { failed: "failedPlan", done: "planned" });
      ask("now", () => send(new Date().toISOString(), { failed: "failedPlan", done: "destroyed" }));
      return false;
    },
    confirmClear: () => ask("clear", () => send("", { failed: "failedClear", done: "cleared" })),
  };
}

function TitledText({ title, children }: { title: string; children: string }) {
  return (
    <>
      <strong>{title}</strong>
      <br />
      {children}
    </>
  );
}
