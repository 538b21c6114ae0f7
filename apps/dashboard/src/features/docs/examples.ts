import { queryOptions } from "@tanstack/react-query";

/** The source of the example programs, which tests also run against an installation. */
const EXAMPLE_LOADERS = {
  "first-upload.mjs": () => import("../../../../../docs/examples/first-upload.mjs?raw"),
  "delegated-upload.mjs": () => import("../../../../../docs/examples/delegated-upload.mjs?raw"),
  "live.mjs": () => import("../../../../../docs/examples/live.mjs?raw"),
  "search.mjs": () => import("../../../../../docs/examples/search.mjs?raw"),
  "upload.mjs": () => import("../../../../../docs/examples/upload.mjs?raw"),
  "upload.sh": () => import("../../../../../docs/examples/upload.sh?raw"),
  "upload.py": () => import("../../../../../docs/examples/upload.py?raw"),
  "upload.php": () => import("../../../../../docs/examples/upload.php?raw"),
  "verify-webhook.mjs": () => import("../../../../../docs/examples/verify-webhook.mjs?raw"),
  "verify-webhook.sh": () => import("../../../../../docs/examples/verify-webhook.sh?raw"),
  "verify_webhook.py": () => import("../../../../../docs/examples/verify_webhook.py?raw"),
  "verify-webhook.php": () => import("../../../../../docs/examples/verify-webhook.php?raw"),
  "embed-next.tsx": () => import("../../../../../docs/examples/embed-next.tsx?raw"),
  "embed-wordpress.php": () => import("../../../../../docs/examples/embed-wordpress.php?raw"),
} satisfies Record<string, () => Promise<{ default: string }>>;
export type ExampleFile = keyof typeof EXAMPLE_LOADERS;

export const exampleQuery = (file: ExampleFile) =>
  queryOptions({
    queryKey: ["examples", file],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await EXAMPLE_LOADERS[file]()).default,
  });
