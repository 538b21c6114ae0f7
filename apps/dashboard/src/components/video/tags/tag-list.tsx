import { useTranslation } from "react-i18next";
import classes from "./tag-list.module.css";

/** Shows a video's tags in a narrow space. */
export function TagList({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.tags} aria-label={t("video.tags")}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
