import { Button, Menu, Text } from "@mantine/core";
import type { ProjectView, VersionView } from "@shoal/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./projects.module.css";

interface VersionMenuProps {
  project: Pick<ProjectView, "uuid">;
  /** The versions of the project, newest first. */
  versions: readonly VersionView[];
  /** The number of the version that the page shows. */
  shown: number;
}

/** Shows which version the page displays, with links to the other versions. */
export function VersionMenu({ project, versions, shown }: VersionMenuProps) {
  const { t } = useTranslation();
  const name = t("projects.version", { number: shown });
  if (versions.length < 2) return <Text fw={600}>{name}</Text>;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.versions}>
        {versions.map(({ number, isCurrent, video }) => (
          <Menu.Item
            key={number}
            component={Link}
            to={`/vireed/${project.uuid}/${number}`}
            aria-current={number === shown ? "page" : undefined}
            fw={number === shown ? 700 : undefined}
            rightSection={
              isCurrent && (
                <Text size="xs" c="dimmed">
                  {t("projects.current")}
                </Text>
              )
            }
          >
            {t("projects.version", { number })}
            <Text size="xs" c="dimmed" className={classes.words}>
              {video.title}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
