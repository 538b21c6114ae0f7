import { expect, test } from "vitest";
import { namedParts, withoutParts, withoutStrings } from "./unused-parts.ts";

const MENU_SOURCE = `function MenuItem() {}
Menu.displayName = "@mantine/core/Menu";
Menu.Item = MenuItem;
Menu.Sub = MenuSub;
Menu.Target = MenuTarget;
export { Menu };`;

test("a component keeps only the parts that a screen or another component uses", () => {
  const screen = 'const Item = () => <Menu.Item leftSection={icon}>{t("menu.Sub")}</Menu.Item>;';
  const named = namedParts([MENU_SOURCE, screen, "jsx(Menu.Target, {})", "Other.Sub"], new Set(["Menu"]));
  expect([...named]).toEqual(["Menu.Item", "Menu.Target"]);
  expect(withoutParts(MENU_SOURCE, named)).toBe(MENU_SOURCE.replace("Menu.Sub = MenuSub;", ""));
});

test("a part that only occurs in the library's messages and comments is removed", () => {
  const code = withoutStrings(
    'throw new Error("Menu.Sub is not inside \\"Menu\\""); // Menu.Item\n/** Menu.Label */ jsx(Menu.Target)',
  );
  expect([...namedParts([code], new Set(["Menu"]))]).toEqual(["Menu.Target"]);
});
