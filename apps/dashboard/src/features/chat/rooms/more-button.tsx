import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./rooms.module.css";

interface MoreButtonProps {
  /** A paginated list. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Loads the next page of a list; shows nothing after the last page. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) {
  const { t } = useTranslation();
  return (
    hasNextPage && (
      <div className={classes.more}>
        <Button
          size="compact-sm"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("chat.more")}
        </Button>
      </div>
    )
  );
}
