import { useTranslation } from "react-i18next";
import classes from "./tag-list.module.css";

/** The tags of a video where there is little room. */
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
