import { Button, Paper, Stack, Text, Title } from "@mantine/core";
import { AppError, createApiClient, routes } from "@shoal/contract";
import { IconLinkOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { usePageTitle } from "../../../components/ui/page-title.ts";
import { Preferences } from "../../../components/ui/preferences.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import classes from "./guest.module.css";
import { GuestEntry } from "./guest-entry.tsx";
import { guestSession } from "./guest-session.ts";

/** The code of the review, with its player, is loaded after the guest was admitted. */
const LazyGuestReview = lazy(async () => ({ default: (await import("./guest-review.tsx")).GuestReviewPage }));

/** Calls the API anonymously, because signed-in users review as guests on this page. */
const callAnonymously = createApiClient({
  baseUrl: "",
  credential: () => undefined,
  language: () => i18next.language,
});

/** Shows a version to people without an account (`#/review/{key}`). */
export function GuestPage() {
  const { key = "" } = useParams();
  useNoIndex();
  return <LinkedReview key={key} linkKey={key} />;
}

function LinkedReview({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation();
  const [token, setToken] = useState(() => guestSession.find(linkKey));
  const [isOver, setOver] = useState(false);
  const entry = useQuery({
    queryKey: ["reviewEntry", linkKey],
    enabled: token === undefined && !isOver,
    // Never uses cached data, because the requirements of a link may change at any time.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => callAnonymously(routes.findReview, { body: { key: linkKey } }, { signal }),
  });
  const endSession = useCallback(() => {
    guestSession.clear(linkKey);
    setToken(undefined);
  }, [linkKey]);
  const handleEnded = useCallback(() => {
    endSession();
    setOver(true);
  }, [endSession]);
  if (isOver)
    return (
      <GuestFrame title={t("guestReview.title")}>
        <EmptyState
          isPage
          icon={<IconLinkOff size={34} />}
          title={t("guestReview.over")}
          text={t("guestReview.overHint")}
        >
          <Button onClick={() => setOver(false)}>{t("guestReview.again")}</Button>
        </EmptyState>
      </GuestFrame>
    );
  if (token !== undefined)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <LazyGuestReview linkKey={linkKey} token={token} onEnded={handleEnded} onLeft={endSession} />
      </Suspense>
    );
  if (entry.error && isClosed(entry.error))
    return (
      <GuestFrame title={t("guestReview.title")}>
        <EmptyState
          isPage
          icon={<IconLinkOff size={34} />}
          title={t("guestReview.closed")}
          text={t("guestReview.closedHint")}
        />
      </GuestFrame>
    );
  if (entry.error && !entry.data)
    return (
      <GuestFrame title={t("guestReview.title")}>
        <ErrorState error={entry.error} onRetry={entry.refetch} />
      </GuestFrame>
    );
  return (
    <GuestFrame title={t("guestReview.title")}>
      <Title order={1} size="h3">
        {t("guestReview.title")}
      </Title>
      <Text c="dimmed" mb="md">
        {t("guestReview.subtitle")}
      </Text>
      {entry.data ? (
        <GuestEntry
          review={entry.data}
          send={(body) => callAnonymously(routes.enterReview, { body: { ...body, key: linkKey } })}
          onEntered={(given) => {
            guestSession.keep(linkKey, given);
            setToken(given);
          }}
          onClosed={() => void entry.refetch()}
        />
      ) : (
        <PageSkeleton blocks={1} />
      )}
    </GuestFrame>
  );
}

/** Whether an error means that the link does not exist or admits nobody. The server rejects an invalid key with "bad_request". */
const isClosed = (error: unknown) =>
  error instanceof AppError && ["review_link_ended", "bad_request", "not_found"].includes(error.code);

function GuestFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.preferences}>
        <Preferences />
      </div>
      <Stack className={classes.middle} gap="lg">
        <Stack align="center">
          <img src="/shoal.svg" alt="" width={52} height={52} />
        </Stack>
        <Paper withBorder p={{ base: "lg", xs: "xl" }} radius="lg">
          {children}
        </Paper>
      </Stack>
    </main>
  );
}

/** Meta tags that keep the page out of search engines, and its URL from other servers. */
const NO_INDEX_TAGS = { robots: "noindex, nofollow", referrer: "no-referrer" };

function useNoIndex(): void {
  useEffect(() => {
    const added = Object.entries(NO_INDEX_TAGS).map(([name, content]) => {
      const meta = document.createElement("meta");
      meta.name = name;
      meta.content = content;
      document.head.append(meta);
      return meta;
    });
    return () => {
      for (const meta of added) meta.remove();
    };
  }, []);
}
