import type { Language } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ScreenName } from "../../apps/dashboard/src/routes/route-table.ts";
import { findBarriers } from "./people.ts";
import { NAMES, type Viewer, type World } from "./screen-world.ts";

/** The same in both languages, or in each. */
type Words = string | Record<Language, string>;
type InWorld<T> = T | ((world: World) => T);

export interface ScreenRow {
  screen: ScreenName;
  /** What tells rows of the same screen apart. */
  note?: string;
  path: InWorld<string>;
  who: Viewer;
  /** The one heading of level 1. */
  heading: InWorld<Words>;
  /** What the screen shows once its data is there; without data, what shows that the screen is. */
  shows: InWorld<Words>;
}

const row = (
  screen: ScreenName,
  who: Viewer,
  path: InWorld<string>,
  rest: Pick<ScreenRow, "heading" | "shows" | "note">,
): ScreenRow => ({ screen, who, path, ...rest });

const VIDEOS = { EN: "Videos", FR: "Vidéos" };
const NO_RIGHTS = { EN: "No rights to modify", FR: "Pas de droits de modification" };
/** Where who may not see a screen is led. */
const LIBRARY = { note: "without the right to it", heading: VIDEOS, shows: NAMES.broken };
const USERS = { EN: "Users", FR: "Utilisateurs" };

/** Every screen that exists: a new one adds a row. */
export const SCREENS: readonly ScreenRow[] = [
  row("signIn", "nobody", "/auth", {
    heading: { EN: "Sign in", FR: "Connexion" },
    shows: { EN: "Forgotten password?", FR: "Mot de passe oublié" },
  }),
  row("forgotten", "nobody", "/forgot", {
    heading: { EN: "Forgotten password", FR: "Mot de passe oublié" },
    shows: { EN: "Send the link", FR: "Envoyer le lien" },
  }),
  row("newPassword", "nobody", ({ newPasswordPath }) => newPasswordPath, {
    heading: { EN: "Choose a new password", FR: "Choisissez un nouveau mot de passe" },
    shows: ({ people }) => people.editor.username,
  }),
  row("signUp", "nobody", ({ signupPath }) => signupPath, {
    heading: { EN: "Activate your account", FR: "Activez votre compte" },
    shows: ({ clientname }) => ({
      EN: `Welcome to ${clientname}.`,
      FR: `Bienvenue chez ${clientname}.`,
    }),
  }),
  row("signUp", "nobody", "/signup/that-is-no-key", {
    note: "by a link that does not work",
    heading: { EN: "This link does not work any more", FR: "Ce lien ne fonctionne plus" },
    shows: { EN: "Go to sign-in", FR: "Aller à la connexion" },
  }),
  row("providerReturn", "nobody", "/redirect", {
    heading: "GitHub",
    shows: { EN: "This answer does not belong", FR: "Cette réponse ne correspond" },
  }),
  row("debug", "nobody", "/debug", {
    heading: { EN: "Technical details", FR: "Détails techniques" },
    shows: {
      EN: "a data channel within this page opens in",
      FR: "un canal de données dans cette page s'ouvre en",
    },
  }),
  row("email", "newcomer", "/mail", {
    heading: { EN: "Add your email", FR: "Ajoutez votre e-mail" },
    shows: ({ people }) => people.newcomer.username,
  }),
  row("firstPassword", "beginner", "/changePassword", {
    heading: { EN: "Choose your password", FR: "Choisissez votre mot de passe" },
    shows: ({ people }) => people.beginner.username,
  }),
  row("verifyEmail", "manager", "/verifyMail", {
    heading: { EN: "Confirm your email", FR: "Confirmez votre e-mail" },
    shows: ({ people }) => people.manager.username,
  }),

  row("library", "editor", "/videos", { heading: VIDEOS, shows: NAMES.broken }),
  row("library", "visitor", "/videos", {
    note: "without the right to modify",
    heading: VIDEOS,
    shows: NO_RIGHTS,
  }),
  row("newVideos", "editor", "/videoupload/vod", {
    heading: VIDEOS,
    shows: { EN: "Drop video files here", FR: "Déposez vos fichiers vidéo ici" },
  }),
  row("newVideos", "visitor", "/videoupload/vod", LIBRARY),
  row("newLive", "editor", "/videoupload/live", {
    heading: VIDEOS,
    shows: {
      EN: "What OBS, ffmpeg or another encoder publishes by RTMP.",
      FR: "Ce qu'OBS, ffmpeg ou un autre encodeur diffuse par RTMP.",
    },
  }),
  row("newLive", "editor", ({ liveUuid }) => `/videoupload/live/${liveUuid}`, {
    note: "with the preview of one that is there",
    heading: VIDEOS,
    shows: { EN: "Start your encoder with this server and stream key.", FR: "Démarrez votre encodeur" },
  }),
  row("newLive", "visitor", "/videoupload/live", LIBRARY),
  row("video", "editor", ({ liveUuid }) => `/player/${liveUuid}`, {
    note: "of a live",
    heading: NAMES.live,
    shows: { EN: "Stream key", FR: "Clé de flux" },
  }),
  row("pluginVideos", "editor", "/videosplugin", {
    heading: VIDEOS,
    shows: NAMES.pluginVideo,
  }),
  row("pluginVideos", "visitor", "/videosplugin", {
    note: "without the right to change",
    heading: VIDEOS,
    shows: NO_RIGHTS,
  }),
  row("rehearsal", "editor", "/rehearsal", {
    heading: { EN: "Event rehearsal", FR: "Répétition d'un événement" },
    shows: { EN: "Viewers at the same time", FR: "Spectateurs en même temps" },
  }),
  row("capture", "editor", "/capture", {
    heading: { EN: "Go live from here", FR: "Passer en direct d'ici" },
    shows: { EN: "Turn the camera on", FR: "Allumer la caméra" },
  }),
  row("capture", "visitor", "/capture", {
    note: "without the right to modify",
    heading: { EN: "Go live from here", FR: "Passer en direct d'ici" },
    shows: NO_RIGHTS,
  }),
  row("captureFrame", "editor", "/captureWindow?keeplive", {
    heading: { EN: "Go live from here", FR: "Passer en direct d'ici" },
    shows: { EN: "Keep the live", FR: "Conserver le direct" },
  }),
  row("directStream", "editor", "/directstream?title=From+the+pier", {
    heading: { EN: "Go live without delay", FR: "Passer en direct sans délai" },
    shows: { EN: "Delay: No delay", FR: "Délai\u00a0: Sans délai" },
  }),
  row("directStream", "visitor", "/directstream", {
    note: "without the right to modify",
    heading: { EN: "Go live without delay", FR: "Passer en direct sans délai" },
    shows: NO_RIGHTS,
  }),
  row("delivery", "editor", "/delivery", {
    heading: { EN: "Lives without delay", FR: "Directs sans délai" },
    shows: { EN: "No live without delay is running", FR: "Aucun direct sans délai en cours" },
  }),
  row("room", "editor", ({ roomUuid }) => `/delivery/${roomUuid}`, {
    heading: NAMES.room,
    shows: { EN: "Nobody films yet.", FR: "Personne ne filme encore." },
  }),
  row("room", "editor", ({ liveUuid }) => `/delivery/${liveUuid}`, {
    note: "of a live that has none",
    heading: NAMES.live,
    shows: { EN: "This live has no room", FR: "Ce direct n'a pas de salle" },
  }),
  row("video", "editor", ({ videoUuid }) => `/player/${videoUuid}`, {
    heading: NAMES.video,
    shows: NAMES.chapter,
  }),
  row("video", "editor", ({ liveUuid }) => `/player/${liveUuid}`, {
    note: "of a live",
    heading: NAMES.live,
    shows: { EN: "Starts with the live", FR: "Démarre avec le direct" },
  }),
  row("trash", "editor", "/trash", { heading: { EN: "Trash", FR: "Corbeille" }, shows: NAMES.trashed }),
  row("outros", "editor", "/outros", {
    heading: { EN: "Outros", FR: "Écrans de fin" },
    shows: NAMES.outro,
  }),
  row("outro", "editor", ({ outroId }) => `/outros/${outroId}`, {
    heading: NAMES.outro,
    shows: { EN: "Text on the button", FR: "Texte du bouton" },
  }),
  row("outro", "editor", "/outros/new", {
    note: "that is new",
    heading: { EN: "New outro", FR: "Nouvel écran de fin" },
    shows: { EN: "Text on the button", FR: "Texte du bouton" },
  }),
  row("pictures", "editor", "/pictures", {
    heading: { EN: "Picture bank", FR: "Banque d’images" },
    shows: NAMES.picture,
  }),
  row("exportLinks", "editor", "/export", {
    heading: { EN: "Export links", FR: "Liens d'export" },
    shows: NAMES.exportLink,
  }),
  row("configs", "manager", "/config", {
    heading: "Configs",
    shows: NAMES.config,
  }),
  row("configs", "manager", "/config?tab=tokens", {
    note: "with the keys of signed tokens",
    heading: "Configs",
    shows: { EN: "There are no keys yet", FR: "Il n’y a pas encore de clé" },
  }),
  row("configs", "visitor", "/config?tab=authorizations", {
    note: "without the right to modify",
    heading: "Configs",
    shows: NO_RIGHTS,
  }),
  row("sceneLists", "editor", "/scenelist", {
    heading: { EN: "Scene lists", FR: "Listes de scènes" },
    shows: NAMES.sceneList,
  }),
  row("sceneList", "editor", ({ sceneListUuid }) => `/scenelist/${sceneListUuid}`, {
    heading: NAMES.sceneList,
    shows: NAMES.video,
  }),
  row("sceneList", "editor", "/scenelist/new", {
    note: "that is new",
    heading: { EN: "New scene list", FR: "Nouvelle liste de scènes" },
    shows: NAMES.video,
  }),

  row("library", "analyst", "/videos", {
    note: "who reads analytics alone",
    heading: { EN: "Profile", FR: "Profil" },
    shows: ({ people }) => `${people.analyst.username}@example.org`,
  }),
  row("profile", "manager", "/profil", {
    heading: { EN: "Profile", FR: "Profil" },
    shows: ({ people }) => `${people.manager.username}@example.org`,
  }),
  row("profile", "editor", "/profil", {
    note: "without the right to change the client",
    heading: { EN: "Profile", FR: "Profil" },
    shows: NO_RIGHTS,
  }),
  row("help", "editor", "/aide", {
    heading: { EN: "Help", FR: "Aide" },
    shows: { EN: "Two-factor authentication", FR: "Double authentification" },
  }),
  row("docs", "visitor", "/doc", {
    heading: { EN: "First steps", FR: "Premiers pas" },
    shows: { EN: "Five lines", FR: "Cinq lignes" },
  }),
  row("docs", "editor", "/doc/players/shaka", {
    note: "of a player",
    heading: "Shaka Player",
    shows: { EN: "With DRM", FR: "Avec DRM" },
  }),
  row("docs", "editor", "/doc/players/none", {
    note: "of a page that is not there",
    heading: "Documentation",
    shows: { EN: "There is no such page", FR: "Cette page n'existe pas" },
  }),
  row("samples", "editor", ({ pluginKey }) => `/samples/${pluginKey}`, {
    heading: { EN: "Samples", FR: "Exemples" },
    shows: { EN: "MB from the CDN", FR: "Mo du CDN" },
  }),
  row("samples", "editor", "/samples/that-is-no-key", {
    note: "of a key that nobody has",
    heading: { EN: "Samples", FR: "Exemples" },
    shows: { EN: "No config has this key", FR: "Aucune configuration n'a cette clé" },
  }),
  row("newUser", "manager", "/newuser", {
    heading: USERS,
    shows: ({ people }) => `${people.editor.username}@example.org`,
  }),
  row("newUser", "editor", "/newuser", LIBRARY),
  row("logs", "manager", "/logs", {
    heading: { EN: "Activity log", FR: "Journal d'activité" },
    // Every entry has it; which ones come first depends on who looked before.
    shows: "127.0.0.1",
  }),

  row("admin", "administrator", ({ clientname }) => `/admin?search=${clientname}`, {
    heading: "Clients",
    shows: ({ clientname }) => clientname,
  }),
  row("adminClient", "administrator", ({ clientUuid }) => `/admin/${clientUuid}`, {
    heading: ({ clientname }) => clientname,
    shows: { EN: "Contact and billing", FR: "Contact et facturation" },
  }),
  row("manageUsers", "administrator", ({ people }) => `/manageuser?search=${people.editor.username}`, {
    heading: USERS,
    shows: ({ people }) => `${people.editor.username}@example.org`,
  }),
  row("newClient", "administrator", "/newclient", {
    heading: { EN: "New client", FR: "Nouveau client" },
    shows: { EN: "Contact and billing", FR: "Contact et facturation" },
  }),
  row("adminVideos", "administrator", ({ clientUuid }) => `/videosadmin/${clientUuid}`, {
    heading: VIDEOS,
    shows: NAMES.broken,
  }),
];

/** What a row is called in the names of tests. */
export const titleOf = ({ screen, note, who }: ScreenRow): string =>
  `${screen}${note ? ` ${note}` : ""}, seen by ${who}`;

/**
 * Opens a screen in a page that nobody used, waits for its data, and expects its heading, nothing to scroll sideways,
 * no barriers and no error that nobody caught.
 */
export async function lookAt(
  page: Page,
  row: ScreenRow,
  { world, language }: { world: World; language: Language },
): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const inWorld = <T extends Words>(value: InWorld<T>): T =>
    typeof value === "function" ? value(world) : value;
  const wordsOf = (value: InWorld<Words>): string => {
    const words = inWorld(value);
    return typeof words === "string" ? words : words[language];
  };
  const credential = row.who === "nobody" ? undefined : world.people[row.who].credential;
  await page.addInitScript(rememberSession, { credential, language });
  await page.goto(`${world.apiUrl}/#${inWorld(row.path)}`);
  await page.getByRole("heading", { level: 1, name: wordsOf(row.heading), exact: true }).waitFor();
  await page.getByText(wordsOf(row.shows)).filter({ visible: true }).first().waitFor();
  await page.waitForFunction(isLoaded);
  expect(await page.locator("h1").allTextContents()).toEqual([wordsOf(row.heading)]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  expect(await findBarriers(page)).toEqual([]);
  expect(errors).toEqual([]);
}

/** Before the dashboard's own scripts run, in the page itself and not in what it frames. */
function rememberSession({
  credential,
  language,
}: {
  credential: string | undefined;
  language: string;
}): void {
  if (window !== window.top) return;
  localStorage.setItem("shoal.language", language);
  if (credential) localStorage.setItem("shoal.credential", credential);
}

/** Nothing stands in for something that is on its way; what turns beside words that say so does not. Runs in the page. */
const isLoaded = (): boolean =>
  document.querySelector(
    ".mantine-Skeleton-root, .mantine-Loader-root:not([aria-hidden]), [aria-busy=true]",
  ) === null;
