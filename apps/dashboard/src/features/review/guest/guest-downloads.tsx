import { Button, Menu } from "@mantine/core";
import { type ApiCall, routes } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

interface GuestDownloadsProps {
  call: ApiCall;
  guestUuid: string;
  /** The version that the review link shows. */
  number: number;
  videoUuid: string;
}

/** The menu with the files of the version that a review link shows. */
export function GuestDownloads({ call, guestUuid, number, videoUuid }: GuestDownloadsProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["guestDownloads", guestUuid, number, videoUuid],
    enabled: false,
    retry: false,
    queryFn: ({ signal }) => call(routes.listGuestDownloads, { params: { n: String(number) } }, { signal }),
  });
  // Links from an earlier opening may have expired, be of a replaced file, or no longer be allowed.
  const isFailed = error !== null && !isFetching;
  const files = isFetching || error ? undefined : data?.files;
  return (
    <Menu position="bottom-end" shadow="md" onOpen={() => void refetch()}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={17} />}>
          {t("guestReview.download")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files?.map(({ id, url, height }) => (
          <Menu.Item key={id} component="a" href={url} download rel="noreferrer">
            {`${height}p`}
          </Menu.Item>
        ))}
        {!files && <Menu.Label>{t(isFailed ? "guestReview.noDownloads" : "guestReview.loading")}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
