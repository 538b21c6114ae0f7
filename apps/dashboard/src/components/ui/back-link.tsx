import { Anchor } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router";

/** Links back to the list that an object belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      size="sm"
      fw={500}
      mb="sm"
      display="inline-flex"
      style={{ alignItems: "center", gap: 6 }}
    >
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Anchor>
  );
}
