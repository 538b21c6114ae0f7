import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/dropzone/styles.css";
import "./global.css";
import "./i18n/index.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { Dialogs } from "./components/ui/dialogs/dialogs.tsx";
import { Toasts } from "./components/ui/toasts.tsx";
import { keepFocus } from "./lib/keep-focus.ts";
import { queryClient, subscribeToOtherTabs } from "./lib/queries.ts";
import { router } from "./routes/router.tsx";
import { theme } from "./theme.ts";

// The page must not be shown without its styles. The frame of index.html remains until they have loaded, and shows a message if they fail
// to load.
await window.shoalStyles;
subscribeToOtherTabs();
keepFocus();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Toasts />
          <RouterProvider router={router} />
          <Dialogs />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
