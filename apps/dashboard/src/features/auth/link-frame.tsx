import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { AuthFrame } from "./auth-frame.tsx";

interface LinkFrameProps<T> {
  title: string;
  /** The query key under which the link's data is cached. The data contains the user to whom the link belongs. */
  name: readonly string[];
  read: () => Promise<T>;
  /** Content that is shown if the link no longer works. */
  expired: { title: string; text: string; action: ReactNode };
  children: (owner: T) => ReactNode;
}

const LINK_FAULTS = ["link_expired", "not_found", "bad_request"];

/** The layout of a page opened by a mailed link: shows the link's user, or explains why the link does not work. */
export function LinkFrame<T>({ title, name, read, expired, children }: LinkFrameProps<T>) {
  const { t } = useTranslation();
  const link = useQuery({ queryKey: ["link", ...name], queryFn: read, staleTime: Number.POSITIVE_INFINITY });
  const isExpired = link.error instanceof AppError && LINK_FAULTS.includes(link.error.code);
  return (
    <AuthFrame title={isExpired ? expired.title : title}>
      {link.isPending && (
        <Stack role="status" aria-label={t("app.loading")}>
          <Skeleton h={16} w="80%" />
          <Skeleton h={36} />
          <Skeleton h={36} />
          <Skeleton h={36} />
        </Stack>
      )}
      {link.isSuccess && children(link.data)}
      {link.isError && (
        <Stack role="alert">
          <Text>{isExpired ? expired.text : errorText(link.error)}</Text>
          {isExpired ? (
            expired.action
          ) : (
            <Button variant="default" loading={link.isFetching} onClick={() => void link.refetch()}>
              {t("common.retry")}
            </Button>
          )}
        </Stack>
      )}
    </AuthFrame>
  );
}
