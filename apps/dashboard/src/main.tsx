import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/dropzone/styles.css";
import "./global.css";
import "./i18n/index.ts";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { TranslatedModals } from "./components/ui/translated-modals.tsx";
import { queryClient } from "./lib/queries.ts";
import { router } from "./routes/router.tsx";
import { theme } from "./theme.ts";

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <TranslatedModals>
            <Notifications position="bottom-left" />
            <RouterProvider router={router} />
          </TranslatedModals>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
