import { readFile } from "node:fs/promises";
import { type ClientType, createApiClient, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let administrator: Person;

beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  administrator = { username: "admin", ...admin };
});
afterAll(() => platform?.close());

const openPage = (path: string, person = administrator) => openAs(browser.context, admin, { person, path });
const addClient = (clientname: string, type: ClientType = "platform") =>
  admin.call(routes.createClient, { body: { clientname, type } });
/** Returns a function that calls the api as the administrator on behalf of a client. */
const callInClient = (client: string) =>
  createApiClient({ baseUrl: admin.apiUrl, credential: () => admin.credential, clientView: () => client });
const findRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const saveForm = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

test.each([
  ["EN", "/admin", "Clients"],
  ["FR", "/admin", "Clients"],
  ["EN", "/newclient", "New client"],
  ["FR", "/newclient", "Nouveau client"],
  ["EN", "/logs", "Activity log"],
  ["FR", "/logs", "Journal d’activité"],
] as const)("in %s, %s has no barriers and fits a phone", async (language, path, title) => {
  const page = await openAs(browser.context, admin, { person: administrator, path, language });
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await page.locator("form, tbody time, tbody a").first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test.each([
  ["EN", ["Contact and billing", "Player colours", "Countries", "Stream key", "Client closure"]],
  ["FR", ["Contact et facturation", "Couleurs du lecteur", "Pays", "Clé de flux", "Clôture du client"]],
] as const)("in %s, no part of a client's page has barriers", async (language, titles) => {
  const { uuid } = await addClient(`Parts in ${language}`);
  const path = `/admin/${uuid}`;
  const page = await openAs(browser.context, admin, { person: administrator, path, language });
  for (const [index, title] of titles.entries()) {
    await page.getByRole("tab").nth(index).click();
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  }
});

test("a client is created and viewed: the bar names it, a write goes to it, and the log records this", async () => {
  const page = await openPage("/newclient");
  await page.getByRole("button", { name: "Create client" }).click();
  await page.getByText("At least 2 characters").waitFor();
  await page.getByLabel("Client name").fill("Tideway");
  await page.getByText("Plugin", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Scene lists" }).check();
  await page.getByLabel("SIRET").fill("732 829 320 00074");
  await page.getByRole("button", { name: "Create client" }).click();
  await page.getByRole("link", { name: "Open client" }).click();
  await page.getByRole("button", { name: "View as this client" }).click();
  await page.getByText("Your library is empty").waitFor();
  await page.getByText("You see the dashboard as Tideway sees it.").waitFor();

  await page.goto(`${admin.apiUrl}/#/newuser`);
  await page.fill("[name=username]", "tideway-keeper");
  await page.getByRole("radio", { name: /Account manager/ }).click();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("tideway-keeper invited").waitFor();
  const { _embedded: found } = await admin.call(routes.listClients, { query: { search: "Tideway" } });
  expect(found).toMatchObject([{ type: "plugin", scenelist: true, siret: "73282932000074", userCount: 1 }]);

  await page.goto(`${admin.apiUrl}/#/logs`);
  await page.getByRole("heading", { name: "Activity log of Tideway" }).waitFor();
  const entry = page.getByRole("row").filter({ hasText: "Invited a user" });
  await entry.getByText("tideway-keeper").waitFor();
  await entry.getByText("in Tideway").waitFor();
  await page.getByRole("button", { name: "Exit this view" }).click();
  await page.getByText("You see the dashboard as Tideway sees it.").waitFor({ state: "detached" });
});

test("a created client leads to the invitation of its first account manager", async () => {
  const page = await openPage("/newclient");
  await page.getByLabel("Client name").fill("Estuary");
  await page.getByRole("button", { name: "Create client" }).click();
  await page.getByRole("link", { name: "Invite its first account manager" }).click();
  await page.fill("[name=username]", "estuary-keeper");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("estuary-keeper invited").waitFor();
  const { _embedded: users } = await admin.call(routes.listAllUsers, { query: { search: "estuary-keeper" } });
  expect(users[0]).toMatchObject({ roles: ["manager"], client_infos: [{ clientname: "Estuary" }] });
});

test("/videosadmin shows the videos of a client, and redirects to the list of clients for an unknown one", async () => {
  const { uuid } = await addClient("Harbour");
  await callInClient(uuid)(routes.createVideo, { body: { title: "Of the harbour", size: 1_000 } });
  const page = await openPage(`/videosadmin/${uuid}`);
  await page.getByText("You see the dashboard as Harbour sees it.").waitFor();
  await page.getByRole("heading", { name: "Of the harbour" }).waitFor();
  await page.goto(`${admin.apiUrl}/#/videosadmin/00000000-0000-4000-8000-000000000000`);
  await page.getByText("This client does not exist.").waitFor();
  await page.getByRole("heading", { name: "Clients", level: 1 }).waitFor();
});

test("clients are filtered by type and by a scheduled deletion", async () => {
  await addClient("Webcams of the coast", "camera");
  const ending = await addClient("Leaves soon");
  await callInClient(ending.uuid)(routes.planClientDeletion, { params: { id: ending.uuid } });
  const page = await openPage("/admin");
  await page.getByLabel("Type", { exact: true }).selectOption("camera");
  await findRow(page, "Webcams of the coast").waitFor();
  await findRow(page, "Leaves soon").waitFor({ state: "detached" });
  await page.getByLabel("Type", { exact: true }).selectOption("");
  await page.getByRole("switch", { name: "To be deleted" }).click();
  await findRow(page, "Webcams of the coast").waitFor({ state: "detached" });
  await findRow(page, "Leaves soon").waitFor();
  expect(new URL(page.url()).hash).toBe("#/admin?ending=1");
});

test("all fields of a client can be edited", async () => {
  const { uuid } = await addClient("Edited");
  const page = await openPage(`/admin/${uuid}`);
  await page.getByLabel("Phone").fill("+33 1 02 03 04 05");
  await page.getByLabel("Last day of the subscription").fill("30/06/2031");
  await saveForm(page);
  await page.getByText("“Edited” saved").waitFor();
  const saved = await admin.call(routes.getClient, { params: { id: uuid } });
  expect(saved).toMatchObject({ phone: "+33 1 02 03 04 05" });
  expect(Date.parse(saved.subscriptionEndsAt ?? "")).toBe(new Date(2031, 6, 1).getTime());
});

test("the lists of allowed and blocked viewers are edited one by one, with French names of countries", async () => {
  const { uuid } = await addClient("Guarded");
  const path = `/admin/${uuid}?tab=authorizations`;
  const page = await openAs(browser.context, admin, { person: administrator, path, language: "FR" });
  const saveList = () => page.getByRole("button", { name: "Enregistrer" }).click();
  const addresses = page.getByRole("textbox", {
    name: "Ajouter à «\u00a0Adresses IP autorisées\u00a0»",
  });
  await addresses.fill("192.0.2.999");
  await addresses.press("Enter");
  await page.getByText("Veuillez saisir une adresse IPv4 valide").waitFor();
  await addresses.fill("192.0.2.0/24");
  await addresses.press("Enter");
  await saveList();
  await page.getByText("Liste appliquée").first().waitFor();
  await page.getByRole("combobox", { name: "Pays bloqués" }).fill("senegal");
  await page.getByRole("option", { name: "Sénégal" }).click();
  await page.keyboard.press("Escape");
  await saveList();
  await page.getByRole("switch", { name: /VPN/ }).click();
  await expect
    .poll(() => callInClient(uuid)(routes.getAuthorizations, { params: { id: uuid } }))
    .toMatchObject({ authorizedIPs: ["192.0.2.0/24"], unauthorizedCountries: ["SN"], authorizedVPNs: false });
});

test("a server set is added and activated, and its stream key is hidden until it is revealed", async () => {
  const { uuid } = await addClient("Connected");
  const page = await openPage(`/admin/${uuid}?tab=delivery`);
  await page.getByRole("button", { name: "Add set" }).click();
  await page.getByLabel("Set name").fill("Own servers");
  await page.getByRole("combobox", { name: "URLs" }).fill("turn:turn.example.org:3478");
  await page.getByRole("combobox", { name: "URLs" }).press("Enter");
  await saveForm(page);
  await page.getByText("Required for a TURN server").first().waitFor();
  await page.getByRole("textbox", { name: "Shared secret" }).fill("word");
  await saveForm(page);
  await page.getByRole("article", { name: "Own servers" }).getByRole("button", { name: "Activate" }).click();
  await page.getByRole("article", { name: "Own servers" }).getByText("Active", { exact: true }).waitFor();
  await expect
    .poll(() => callInClient(uuid)(routes.getClientIce, { params: { id: uuid } }))
    .toMatchObject({
      name: "Own servers",
      iceServers: [{ urls: ["turn:turn.example.org:3478"], hasSecret: true }],
    });
  const [key] = await callInClient(uuid)(routes.listStreamKeys, { params: { id: uuid } });
  expect(await page.getByLabel("Client key").inputValue()).not.toContain(key?.streamKey);
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => page.getByLabel("Client key").inputValue()).toBe(key?.streamKey);
});

test("a TURN server has a name and a password that is never shown and stays until it is replaced", async () => {
  const { uuid } = await addClient("Bought relay");
  const params = { id: uuid };
  const page = await openPage(`/admin/${uuid}?tab=delivery`);
  await page.getByRole("button", { name: "Add set" }).click();
  await page.getByLabel("Set name").fill("Relay");
  await page.getByRole("combobox", { name: "URLs" }).fill("turn:relay.example.org:3478?transport=udp");
  await page.getByRole("combobox", { name: "URLs" }).press("Enter");
  await page.getByText("Fixed", { exact: true }).click();
  await page.getByLabel("Username").fill("shop");
  await saveForm(page);
  await page.getByText("A new username requires its password").first().waitFor();
  await page.getByLabel("Password", { exact: true }).fill("a bought word");
  await saveForm(page);
  const relay = page.getByRole("article", { name: "Relay" });
  await relay.getByRole("button", { name: "Edit" }).click();
  await page.getByText("Password set. Sent to the browsers of viewers").waitFor();
  expect(await page.getByLabel("Username").inputValue()).toBe("shop");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  await page.getByLabel("Set name").fill("Relays");
  await saveForm(page);
  await page.getByRole("article", { name: "Relays" }).waitFor();
  const [, set] = await callInClient(uuid)(routes.listIces, { params });
  expect(set?.iceServers).toMatchObject([{ username: "shop", hasCredential: true, hasSecret: false }]);
});

test("a server set can be renamed although another administrator sets its secret in the meantime", async () => {
  const { uuid } = await addClient("Renamed servers");
  const params = { id: uuid };
  const server = { urls: ["turn:turn.example.org:3478"], secret: "first" };
  const body = { name: "Relay", iceServers: [server] };
  const set = await callInClient(uuid)(routes.addIce, { params, body });
  const page = await openPage(`/admin/${uuid}?tab=delivery`);
  await page.getByRole("article", { name: "Relay" }).getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Set name").fill("Relays");
  const iceServers = [{ ...server, secret: "second" }];
  await callInClient(uuid)(routes.changeIce, { params, body: { uuid: set.uuid, iceServers } });
  await saveForm(page);
  await page.getByRole("article", { name: "Relays" }).waitFor();
});

test("two administrators who change the same list at the same time lose no changes", async () => {
  const { uuid } = await addClient("Shared lists");
  const page = await openPage(`/admin/${uuid}?tab=authorizations`);
  const params = { id: uuid };
  const field = page.getByRole("textbox", { name: "Add to “Blocked IP addresses”" });
  await field.fill("192.0.2.1");
  await field.press("Enter");
  await callInClient(uuid)(routes.setUnauthorizedIps, { params, body: { unauthorizedIPs: ["192.0.2.2"] } });
  await saveForm(page);
  await page.getByRole("alert").getByText("The list now contains both changes").waitFor();
  expect((await callInClient(uuid)(routes.getAuthorizations, { params })).unauthorizedIPs).toEqual([
    "192.0.2.2",
  ]);
  await saveForm(page);
  await expect
    .poll(async () => (await callInClient(uuid)(routes.getAuthorizations, { params })).unauthorizedIPs)
    .toEqual(["192.0.2.2", "192.0.2.1"]);
});

test("a client's deletion is scheduled and cancelled, or immediate once its name is typed", async () => {
  const { uuid } = await addClient("Short-lived");
  const page = await openPage(`/admin/${uuid}?tab=contract`);
  await page.getByRole("switch", { name: "Contract signed" }).click();
  await page.getByRole("button", { name: "Schedule deletion" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Schedule deletion" }).click();
  await page.getByRole("button", { name: "Cancel deletion" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel deletion" }).click();
  await page.getByRole("button", { name: "Schedule deletion" }).waitFor();
  await expect
    .poll(() => admin.call(routes.getClient, { params: { id: uuid } }))
    .toMatchObject({ dataToDelete: false, isContractSigned: true });
  await page.getByRole("button", { name: "Delete now" }).click();
  const question = page.getByRole("dialog");
  expect(await question.getByRole("button", { name: "Delete now" }).isDisabled()).toBe(true);
  await question.getByLabel(/Type “Short-lived”/).fill("Short-lived");
  await question.getByRole("button", { name: "Delete now" }).click();
  await page.getByRole("heading", { name: "Clients", level: 1 }).waitFor();
  await expect(admin.call(routes.getClient, { params: { id: uuid } })).rejects.toMatchObject({
    code: "client_not_found",
  });
});

test("a client that has an administrator cannot be deleted, and the dialog gives the reason", async () => {
  const { uuid } = await addClient("With an administrator");
  await addPerson(admin, uuid, { username: "second-admin", roles: ["admin"] });
  const page = await openPage(`/admin/${uuid}?tab=contract`);
  await page.getByRole("button", { name: "Schedule deletion" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Schedule deletion" }).click();
  await page.getByText("A platform administrator belongs to this client.").waitFor();
});

test("the log is filtered and saved as a file, and managers only see that of their client", async () => {
  const { uuid } = await addClient("Logged");
  const email = "logged-keeper@example.org";
  const keeper = await addPerson(admin, uuid, { username: "logged-keeper", roles: ["manager"], email });
  const page = await openPage("/logs", keeper);
  await page.getByRole("cell", { name: "Activated the account" }).waitFor();
  expect(await page.getByRole("row").filter({ hasText: "Created a client" }).count()).toBe(1);
  await page.getByRole("combobox", { name: "Action" }).fill("Activated the account");
  await page.getByRole("option", { name: "Activated the account", exact: true }).click();
  await page.getByText("1 entry").waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^shoal-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("POST /api/signup/user/{id}");
  await page.getByLabel("To", { exact: true }).fill("01/01/2020");
  await page.getByText("No results").waitFor();
});
