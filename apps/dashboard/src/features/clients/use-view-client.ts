import type { ClientView } from "@shoal/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { endView, viewClient } from "../../lib/client-view.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { meQuery } from "../../lib/queries.ts";

/**
 * Returns a function that shows this tab as a client sees it, starting at its library. For the user's own client, no view is opened.
 */
export function useViewClient({ uuid, clientname }: Pick<ClientView, "uuid" | "clientname">) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  return useMutation({
    mutationFn: () => (me?.client === uuid ? endView() : viewClient(uuid, clientname)),
    onSuccess: () => navigate("/videos"),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
}
