import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../lib/error-text.ts";
import { call } from "../../lib/session.ts";
import { announce } from "./dialogs.tsx";
import { isAtOnce, plannedDateOf } from "./planned-dates.ts";
import { rememberVideo } from "./video-state.ts";

/** Plans and clears when a video is destroyed; how it ended is told over the page, with the video's title (§2, §8). */
export function useDeletionPlan({ uuid, title }: VideoView) {
  const { t } = useTranslation();
  const queries = useQueryClient();

  async function send(deleteDate: string): Promise<VideoView> {
    const video = await call(routes.planDeletion, { params: { id: uuid }, body: { deleteDate } });
    return rememberVideo(queries, video);
  }
  const tellFailure = (failed: "failedPlan" | "failedClear", error: unknown) =>
    announce({ title: t(`videoPage.deletion.${failed}`), about: title, text: errorText(error) });

  /** @param iso a date ahead. @returns whether it is planned. */
  async function planAhead(iso: string): Promise<boolean> {
    try {
      await send(iso);
    } catch (error) {
      tellFailure("failedPlan", error);
      return false;
    }
    const text = t("videoPage.deletion.plannedText", { date: plannedDateOf(iso) });
    announce({ title: t("videoPage.deletion.plannedTitle"), about: title, text });
    return true;
  }

  /** Destroys it at once, after a question: the date is over or near. */
  function askNow(): void {
    askConfirmation({
      title: t("videoPage.deletion.nowQuestion"),
      text: <About title={title}>{t("videoPage.deletion.nowText")}</About>,
      confirm: t("videoPage.deletion.now"),
      isDangerous: true,
      async run() {
        try {
          await send(new Date().toISOString());
        } catch (error) {
          tellFailure("failedPlan", error);
          return;
        }
        const text = t("videoPage.deletion.destroyedText");
        announce({ title: t("videoPage.deletion.destroyedTitle"), about: title, text });
      },
    });
  }

  function askClear(): void {
    askConfirmation({
      title: t("videoPage.deletion.clearQuestion"),
      text: <About title={title}>{t("videoPage.deletion.clearText")}</About>,
      confirm: t("videoPage.deletion.clear"),
      async run() {
        try {
          await send("");
        } catch (error) {
          tellFailure("failedClear", error);
          return;
        }
        const text = t("videoPage.deletion.clearedText");
        announce({ title: t("videoPage.deletion.clearedTitle"), about: title, text });
      },
    });
  }

  return {
    /** @returns whether the form is done: a date that means now is asked about first. */
    async plan(iso: string): Promise<boolean> {
      if (!isAtOnce(iso, Date.now())) return planAhead(iso);
      askNow();
      return false;
    },
    askClear,
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
