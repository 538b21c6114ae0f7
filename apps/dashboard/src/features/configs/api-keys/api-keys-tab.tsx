import { lazy, Suspense } from "react";
import { PageSkeleton } from "../../../components/ui/states.tsx";

/** Fetched with its texts when somebody opens it. */
const ApiKeys = lazy(async () => ({ default: (await import("./api-keys.tsx")).ApiKeys }));

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
