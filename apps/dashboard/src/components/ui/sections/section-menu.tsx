import { Link } from "react-router";
import { useScrollToCurrent } from "../scroll-to-current.ts";
import classes from "./section-menu.module.css";

interface SectionMenuProps {
  label: string;
  groups: readonly { name: string; sections: readonly { id: string; name: string }[] }[];
  current: string;
}

/** Links to the sections of this page: a column next to them, or a row above them on narrow screens. */
export function SectionMenu({ label, groups, current }: SectionMenuProps) {
  const menu = useScrollToCurrent<HTMLElement>(current);
  return (
    <div className={classes.place}>
      <nav ref={menu} className={classes.menu} aria-label={label}>
        {groups.map((group) => (
          <div key={group.name} className={classes.group}>
            <span className={classes.groupName}>{group.name}</span>
            {group.sections.map(({ id, name }) => (
              <Link
                key={id}
                to={`?section=${id}`}
                className={classes.item}
                data-section={id}
                aria-current={id === current ? "location" : undefined}
              >
                {name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
    </div>
  );
}
