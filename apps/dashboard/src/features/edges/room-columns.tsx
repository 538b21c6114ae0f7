import { Text } from "@mantine/core";
import type { WatchedRoomView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { numberFormat } from "../../lib/figures.ts";
import { hostText, offloadText } from "./edge-texts.ts";
import classes from "./edges.module.css";

/** Returns the columns of the list of watched videos. */
export function useRoomColumns(): Column<WatchedRoomView, never>[] {
  const { t, i18n } = useTranslation();
  const number = (value: number) => numberFormat(i18n.language).format(value);
  return [
    {
      key: "name",
      title: t("edges.name"),
      cell: ({ name, videoUuid }) => (
        <span className={classes.name}>
          {name}
          {videoUuid === null && (
            <Text span c="dimmed" fz="sm">
              {t("edges.elsewhere")}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: "client",
      title: t("edges.client"),
      cell: ({ client }) =>
        client ? (
          <Link to={`/admin/${client.uuid}`} className={classes.client}>
            {client.clientname}
          </Link>
        ) : (
          <Text span c="dimmed" fz="sm">
            {t("edges.noClient")}
          </Text>
        ),
    },
    {
      key: "viewers",
      title: t("edges.viewers"),
      isEndAligned: true,
      cell: ({ viewers }) => number(viewers),
    },
    {
      key: "offload",
      title: t("edges.offload"),
      isEndAligned: true,
      cell: (room) => offloadText(room),
    },
    {
      key: "edges",
      title: t("edges.at"),
      cell: ({ edges }) => (
        <ul className={classes.places}>
          {edges.map(({ url, viewers }) => (
            <li key={url}>
              {hostText(url)}
              {edges.length > 1 && ` · ${number(viewers)}`}
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
