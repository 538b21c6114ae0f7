import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../lib/error-text.ts";
import { call } from "../../lib/session.ts";
import { announce } from "./dialogs.tsx";
import { isAtOnce, plannedDateOf } from "./planned-dates.ts";
import { rememberVideo } from "./video-state.ts";

/** How an attempt may end, in texts of the section. */
interface Ends {
  failed: "failedPlan" | "failedClear";
  done: "planned" | "destroyed" | "cleared";
}

/** Sends a date, or "" for none; how it ended is told over the page, with the video's title (§2, §8). */
function useSending({ uuid, title }: VideoView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  /** @returns whether it succeeded. */
  return async (deleteDate: string, { failed, done }: Ends): Promise<boolean> => {
    try {
      const body = { deleteDate };
      rememberVideo(queries, await call(routes.planDeletion, { params: { id: uuid }, body }));
    } catch (error) {
      announce({ title: t(`videoPage.deletion.${failed}`), about: title, text: errorText(error) });
      return false;
    }
    const date = deleteDate && plannedDateOf(deleteDate);
    const text = t(`videoPage.deletion.${done}Text`, { date });
    announce({ title: t(`videoPage.deletion.${done}Title`), about: title, text });
    return true;
  };
}

/** Plans and clears when a video is destroyed. */
export function useDeletionPlan(video: VideoView) {
  const { t } = useTranslation();
  const send = useSending(video);
  const ask = (question: "now" | "clear", run: () => unknown) =>
    askConfirmation({
      title: t(`videoPage.deletion.${question}Question`),
      text: <About title={video.title}>{t(`videoPage.deletion.${question}Text`)}</About>,
      confirm: t(`videoPage.deletion.${question}`),
      isDangerous: question === "now",
      run,
    });
  return {
    /** @returns whether the form is done: a date that is over or near is asked about first. */
    async plan(iso: string): Promise<boolean> {
      if (!isAtOnce(iso, Date.now())) return send(iso, { failed: "failedPlan", done: "planned" });
      ask("now", () => send(new Date().toISOString(), { failed: "failedPlan", done: "destroyed" }));
      return false;
    },
    askClear: () => ask("clear", () => send("", { failed: "failedClear", done: "cleared" })),
  };
}

function About({ title, children }: { title: string; children: string }) {
  return (
    <>
      <strong>{title}</strong>
      <br />
      {children}
    </>
  );
}
