import { lazy, Suspense } from "react";
import { PageSkeleton } from "../../../components/ui/states.tsx";
import { loadTexts } from "../../../i18n/index.ts";

/** Fetched with its texts when somebody opens it. */
const ApiKeys = lazy(async () => {
  const [{ ApiKeys: Body }] = await Promise.all([import("./api-keys.tsx"), loadTexts("apiKeys")]);
  return { default: Body };
});

interface ApiKeysTabProps {
  clientUuid: string;
  isReadOnly: boolean;
}

/** The keys with which a client's backends read its figures. */
export function ApiKeysTab(props: ApiKeysTabProps) {
  return (
    <Suspense fallback={<PageSkeleton blocks={1} />}>
      <ApiKeys {...props} />
    </Suspense>
  );
}
