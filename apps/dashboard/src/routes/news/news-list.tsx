import { Anchor, Button, Group, Skeleton, Text } from "@mantine/core";
import { type MarkNewsReadInput, type NewsView, routes } from "@shoal/contract";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { NEWS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import classes from "./news.module.css";
import { newsListQuery } from "./news-query.ts";

/** Lists the news of the reader's projects, latest first. */
export function NewsList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, error, isFetchingNextPage, fetchNextPage, hasNextPage, refetch } =
    useInfiniteQuery(newsListQuery);
  const news = data?.pages.flatMap((page) => page.news) ?? [];
  const [newest] = news;
  async function mark(body: MarkNewsReadInput): Promise<void> {
    try {
      await call(routes.markNewsRead, { body });
      await queries.invalidateQueries({ queryKey: [NEWS_KEY] });
    } catch (failure) {
      notify.failure({ message: errorText(failure) });
    }
  }
  return (
    <div className={classes.panel}>
      <Group justify="space-between" className={classes.head} wrap="nowrap">
        <Text component="h2" fw={650}>
          {t("news.title")}
        </Text>
        {newest && (
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={data?.pages[0]?.unreadCount === 0}
            onClick={() => void mark({ upTo: newest.id })}
          >
            {t("news.markAll")}
          </Button>
        )}
      </Group>
      {error && (
        <Group p="md" gap="xs">
          <Text size="sm">{errorText(error)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t("common.retry")}
          </Button>
        </Group>
      )}
      {!data && !error && <Skeleton m="md" h={120} w="auto" />}
      {data && news.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {t("news.empty")}
        </Text>
      )}
      <ul className={classes.list}>
        {news.map((each) => (
          <NewsItem key={each.id} news={each} onGo={onGo} onMark={mark} />
        ))}
      </ul>
      {hasNextPage && (
        <Group p="xs" justify="center">
          <Button
            size="compact-sm"
            variant="subtle"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t("news.more")}
          </Button>
        </Group>
      )}
      <div className={classes.foot}>
        <Anchor component={Link} to="/profil?section=notifications" size="sm" onClick={onGo}>
          {t("news.settings")}
        </Anchor>
      </div>
    </div>
  );
}

interface NewsItemProps {
  news: NewsView;
  onGo: () => void;
  onMark: (body: MarkNewsReadInput) => Promise<void>;
}

function NewsItem({ news, onGo, onMark }: NewsItemProps) {
  const { t } = useTranslation();
  const { id, kind, by, project, version, comment, excerpt, decision, at, isRead } = news;
  const words =
    kind === "decisionMade" && decision
      ? t(`news.decisions.${decision}`, { name: by, version })
      : t(`news.kinds.${kind}`, { name: by, version });
  const place = `/vireed/${project.uuid}/${version}${comment ? `?comment=${comment}` : ""}`;
  return (
    <li className={classes.entry} data-unread={!isRead || undefined}>
      <Link
        to={place}
        className={classes.link ?? ""}
        onClick={() => {
          onGo();
          if (!isRead) void onMark({ ids: [id], isRead: true });
        }}
      >
        <Text size="sm" fw={isRead ? 500 : 650} className={classes.words} component="span">
          {words}
        </Text>
        {excerpt && (
          <Text size="sm" lineClamp={2} className={classes.words} component="span">
            {excerpt}
          </Text>
        )}
        <Text size="xs" c="dimmed" className={classes.words} component="span">
          {project.name} · {formatDateTime(at)}
        </Text>
      </Link>
      <button
        type="button"
        className={classes.mark}
        aria-label={t(isRead ? "news.markUnread" : "news.markRead", { words })}
        onClick={() => void onMark({ ids: [id], isRead: !isRead })}
      >
        <span className={classes.dot} data-read={isRead || undefined} aria-hidden />
      </button>
    </li>
  );
}
