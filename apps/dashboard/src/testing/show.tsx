import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { routes, type UserView } from "@shoal/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach } from "vitest";
import { Dialogs } from "../components/ui/dialogs/dialogs.tsx";
import { Toasts } from "../components/ui/toasts.tsx";
import { chooseLanguage } from "../i18n/index.ts";
import { keepFocus } from "../lib/keep-focus.ts";
import { meQuery, queryClient } from "../lib/queries.ts";
import { session } from "../lib/session.ts";
import { theme } from "../theme.ts";
import { answer, fakeFetch, forgetAnswers } from "./fake-api.ts";
import { sampleUser } from "./samples.ts";

interface Shown {
  /** Where the page is now, as a user follows links. */
  address: () => string;
}

interface ShowOptions {
  /** Address of the page; "/" without it. */
  path?: string;
  /** Who is signed in: a manager without it. */
  user?: UserView;
}

let root: Root | undefined;

/**
 * Shows a part of the dashboard in the browser, with all that stands around every page.
 * @example show(<OwnUsersPage />, { path: "/newuser" });
 */
export function show(content: ReactNode, { path = "/", user = sampleUser() }: ShowOptions = {}): Shown {
  session.open("a credential");
  session.storeUser(user);
  queryClient.setQueryData(meQuery.queryKey, user);
  answer(routes.getMe, () => user);
  const router = createMemoryRouter([{ path: "*", element: content }], { initialEntries: [path] });
  const place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <RouterProvider router={router} />
        <Dialogs />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { address: () => router.state.location.pathname + router.state.location.search };
}

const { fetch: ownFetch } = window;

/** Each test of a file has a page that nobody used. */
export function cleanAfterEach(): void {
  let endKeeping: () => void;
  beforeEach(async () => {
    window.fetch = fakeFetch;
    endKeeping = keepFocus();
    await chooseLanguage("EN");
  });
  afterEach(() => {
    root?.unmount();
    root = undefined;
    endKeeping();
    // They outlive what shows them, and would lie over the next page.
    notifications.clean();
    document.body.replaceChildren();
    queryClient.clear();
    session.clear();
    sessionStorage.clear();
    localStorage.clear();
    forgetAnswers();
    window.fetch = ownFetch;
  });
}
