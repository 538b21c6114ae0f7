import { routes } from "@shoal/contract";
import { type LoaderFunction, redirect } from "react-router";
import { loadTexts } from "../../i18n/index.ts";
import { viewClient } from "../../lib/client-view.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

/**
 * Handles /videosadmin/{uuid} (§2): switches the tab to the client's view and opens its videos. An unknown client leads to the list of all
 * clients.
 */
export const showClientVideos: LoaderFunction = async ({ params: { uuid = "" } }) => {
  try {
    const { clientname } = await call(routes.getClient, { params: { id: uuid } });
    await viewClient(uuid, clientname);
  } catch (error) {
    await loadTexts("shared");
    notify.failure({ message: errorText(error) });
    return redirect("/admin");
  }
  return redirect("/videos");
};
