import { Button, Group } from "@mantine/core";

interface MoreButtonProps {
  /** A paginated query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: string;
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, label }: MoreButtonProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <Group>
      <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </Group>
  );
}
