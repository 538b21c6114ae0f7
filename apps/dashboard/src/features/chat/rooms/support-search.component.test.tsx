import { routes } from "@shoal/contract";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { sampleUser } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Chat } from "../chat.tsx";
import { resetChat } from "../store/use-chat.ts";
import { sampleRoom } from "../testing/sample-chat.ts";

cleanAfterEach();
afterEach(resetChat);

const createSupportRoom = (uuid: string, name: string) =>
  sampleRoom({
    uuid,
    kind: "support",
    support: { client: { uuid: `client-${uuid}`, name }, waitingSince: null, assignee: null },
  });

test("an administrator's search of support conversations also finds those that are not on the page shown", async () => {
  answer(routes.listChatRooms, () => ({ rooms: [], next: null, unseenMessages: 0 }));
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 0 }));
  const asked = answer(routes.listSupportChatRooms, ({ query }) =>
    query.search
      ? { rooms: [createSupportRoom("late", "Lagoon Media")], next: null }
      : { rooms: [createSupportRoom("first", "Harbour TV")], next: "50" },
  );
  show(
    <div style={{ display: "flex", height: 600, width: 1000 }}>
      <Chat room={undefined} onOpen={vi.fn()} onBack={vi.fn()} />
    </div>,
    { user: sampleUser({ roles: ["admin"] }) },
  );
  await page.getByText("Support", { exact: true }).click();
  await expect.element(page.getByText("Harbour TV")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("lagoon");
  await expect.element(page.getByText("Lagoon Media")).toBeVisible();
  await expect.element(page.getByText("Harbour TV")).not.toBeInTheDocument();
  expect(asked.at(-1)?.query.search).toBe("lagoon");
});
