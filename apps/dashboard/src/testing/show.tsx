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
import { answer, clearHandlers, fakeFetch } from "./fake-api.ts";
import { sampleUser } from "./samples.ts";

interface RenderedPage {
  /** Returns the page's current URL path, for links. */
  address: () => string;
}

interface ShowOptions {
  /** The URL path of the page; "/" by default. */
  path?: string;
  /** The path to which Back leads. Both history entries have the key "default", like entries of typed URLs. */
  previousPath?: string;
  /** The user who is signed in; a manager by default. */
  user?: UserView;
}

/** Shortens the delay between retries, which would otherwise take seven seconds. */
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retryDelay: 1 } });

let root: Root | undefined;

/**
 * Shows a part of the dashboard in the browser, with all providers of a page.
 * @example show(<OwnUsersPage />, { path: "/newuser" });
 */
export function show(
  content: ReactNode,
  { path = "/", previousPath, user = sampleUser() }: ShowOptions = {},
): RenderedPage {
  session.open("a credential");
  session.storeUser(user);
  queryClient.setQueryData(meQuery.queryKey, user);
  answer(routes.getMe, () => user);
  const initialEntries =
    previousPath === undefined
      ? [path]
      : [previousPath, path].map((pathname) => ({ pathname, key: "default" }));
  const router = createMemoryRouter([{ path: "*", element: content }], { initialEntries });
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

/** Removes the page after each test of a file, so that every test starts with a new page. */
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
    // Removes notifications, which outlive their page and would cover the notifications of the next test.
    notifications.clean();
    document.body.replaceChildren();
    queryClient.clear();
    session.clear();
    sessionStorage.clear();
    localStorage.clear();
    clearHandlers();
    window.fetch = ownFetch;
  });
}
