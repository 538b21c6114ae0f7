import { FIXTURE_NAMES } from "../screen-fixtures.ts";
import { createRow, NO_RIGHTS, NOT_FOR_EDITORS, type ScreenRow, VIDEOS_HEADING } from "./row.ts";

const USERS_HEADING = { EN: "Users", FR: "Utilisateurs" };

/** The screens for signing in, for the user's own account, for the other users of a client, and for administrators. */
export const ACCOUNT_ROWS: readonly ScreenRow[] = [
  createRow("chat", "editor", "/chat", { heading: "Chat", shows: FIXTURE_NAMES.team }),
  createRow("signIn", "nobody", "/auth", {
    heading: { EN: "Sign in", FR: "Connexion" },
    shows: { EN: "Forgot password?", FR: "Mot de passe oublié" },
  }),
  createRow("forgotten", "nobody", "/forgot", {
    heading: { EN: "Forgot password", FR: "Mot de passe oublié" },
    shows: { EN: "Send link", FR: "Envoyer le lien" },
  }),
  createRow("newPassword", "nobody", ({ newPasswordPath }) => newPasswordPath, {
    heading: { EN: "Choose a new password", FR: "Choisissez un nouveau mot de passe" },
    shows: ({ people }) => people.editor.username,
  }),
  createRow("signUp", "nobody", ({ signupPath }) => signupPath, {
    heading: { EN: "Activate your account", FR: "Activez votre compte" },
    shows: ({ clientname }) => ({
      EN: `Welcome to ${clientname}.`,
      FR: `Bienvenue chez ${clientname}.`,
    }),
  }),
  createRow("signUp", "nobody", "/signup/that-is-no-key", {
    note: "by a link that does not work",
    heading: { EN: "This link no longer works", FR: "Ce lien ne fonctionne plus" },
    shows: { EN: "Go to sign-in", FR: "Se connecter" },
  }),
  createRow("providerReturn", "nobody", "/redirect", {
    heading: "GitHub",
    shows: { EN: "This response does not match", FR: "Cette réponse ne correspond" },
  }),
  createRow("debug", "nobody", "/debug", {
    heading: { EN: "Technical details", FR: "Détails techniques" },
    shows: { EN: "Formats that this browser plays", FR: "Formats lus par ce navigateur" },
  }),
  createRow("email", "newcomer", "/mail", {
    heading: { EN: "Add your email", FR: "Ajoutez votre e-mail" },
    shows: ({ people }) => people.newcomer.username,
  }),
  createRow("firstPassword", "beginner", "/changePassword", {
    heading: { EN: "Choose your password", FR: "Choisissez votre mot de passe" },
    shows: ({ people }) => people.beginner.username,
  }),
  createRow("verifyEmail", "manager", "/verifyMail", {
    heading: { EN: "Confirm your email", FR: "Confirmez votre e-mail" },
    shows: ({ people }) => people.manager.username,
  }),

  createRow("analytics", "analyst", "/", {
    note: "where who reads them alone is led",
    heading: { EN: "Analytics", FR: "Statistiques" },
    shows: { EN: "No views in this period", FR: "Aucun visionnage sur cette période" },
  }),
  createRow("analyticsSession", "analyst", "/analytics/session/8c5a1d52-0d0f-4c4e-9d0b-6f6d3c1f2a10", {
    note: "of a viewer who was forgotten",
    heading: { EN: "Session", FR: "Session" },
    shows: { EN: "This session does not exist", FR: "Cette session n’existe pas" },
  }),
  createRow("rankings", "analyst", "/rankings", {
    heading: { EN: "Rankings", FR: "Classements" },
    shows: { EN: "Nothing to rank in this period", FR: "Rien à classer pendant cette période" },
  }),
  createRow("rankings", "editor", "/rankings?of=country&first=worst&views=0", {
    note: "the worst, of countries",
    heading: { EN: "Rankings", FR: "Classements" },
    shows: { EN: "Choose a longer period", FR: "Choisissez une période plus longue" },
  }),
  createRow("map", "editor", "/map", {
    heading: { EN: "Map", FR: "Carte" },
    shows: { EN: "No videos have a location yet", FR: "Aucune vidéo n’a encore d’emplacement" },
  }),
  createRow("alerts", "analyst", "/alert", {
    heading: { EN: "Alerts", FR: "Alertes" },
    shows: { EN: "No alert", FR: "Aucune alerte" },
  }),
  createRow("alert", "analyst", "/alert/00000000-0000-4000-8000-000000000000", {
    note: "that is not there",
    heading: { EN: "Alerts", FR: "Alertes" },
    shows: { EN: "This alert does not exist", FR: "Cette alerte n’existe pas" },
  }),
  createRow("payments", "manager", "/payments", {
    heading: { EN: "Billing", FR: "Facturation" },
    shows: { EN: "How the price is calculated", FR: "Calcul du prix" },
  }),
  createRow("footprint", "analyst", "/footprint", {
    heading: { EN: "Footprint", FR: "Empreinte" },
    shows: { EN: "No reports yet", FR: "Aucun rapport pour l’instant" },
  }),
  createRow("footprint", "analyst", "/footprint/2021-05", {
    note: "of a month without a report",
    heading: { EN: "Footprint for May 2021", FR: "Empreinte de mai 2021" },
    shows: { EN: "No report for this month", FR: "Aucun rapport pour ce mois" },
  }),
  createRow("footprintMethod", "analyst", "/footprint/methods/swd-4", {
    heading: { EN: "Methods", FR: "Méthodes" },
    shows: { EN: "Constants and sources", FR: "Constantes et sources" },
  }),
  createRow("proof", "analyst", "/proof", {
    heading: { EN: "Proof mode", FR: "Mode preuve" },
    shows: { EN: "No proof mode sessions this month", FR: "Aucune session du mode preuve ce mois-ci" },
  }),
  createRow("profile", "manager", "/profil", {
    heading: { EN: "Profile", FR: "Profil" },
    shows: ({ people }) => `${people.manager.username}@example.org`,
  }),
  createRow("profile", "editor", "/profil", {
    note: "without the right to change the client",
    heading: { EN: "Profile", FR: "Profil" },
    shows: NO_RIGHTS,
  }),
  createRow("profile", "manager", "/profil?section=documents", {
    note: "its documents",
    heading: { EN: "Profile", FR: "Profil" },
    shows: { EN: "Add bank details", FR: "Ajouter un compte bancaire" },
  }),
  createRow("paymentSuccess", "manager", "/pluginpaymentsuccess", {
    note: "without a payment",
    heading: { EN: "No payment was made", FR: "Aucun paiement n’a été effectué" },
    shows: { EN: "You can still use the free tier.", FR: "Vous pouvez toujours utiliser l’offre gratuite." },
  }),
  createRow("paymentFailure", "manager", "/pluginpaymentfailure", {
    heading: { EN: "Payment failed or abandoned", FR: "Paiement échoué ou abandonné" },
    shows: { EN: "You can still use the free tier.", FR: "Vous pouvez toujours utiliser l’offre gratuite." },
  }),
  createRow("help", "editor", "/aide", {
    heading: { EN: "Help", FR: "Aide" },
    shows: { EN: "Two-factor authentication", FR: "Double authentification" },
  }),

  createRow("newUser", "manager", "/newuser", {
    heading: USERS_HEADING,
    shows: ({ people }) => `${people.editor.username}@example.org`,
  }),
  createRow("newUser", "editor", "/newuser", NOT_FOR_EDITORS),
  createRow("logs", "manager", "/logs", {
    heading: { EN: "Activity log", FR: "Journal d’activité" },
    // Every entry has this address, so the test does not depend on the order of entries, which earlier tests affect.
    shows: "127.0.0.1",
  }),

  createRow("admin", "administrator", ({ clientname }) => `/admin?search=${clientname}`, {
    heading: "Clients",
    shows: ({ clientname }) => clientname,
  }),
  createRow("adminClient", "administrator", ({ clientUuid }) => `/admin/${clientUuid}`, {
    heading: ({ clientname }) => clientname,
    shows: { EN: "Contact and billing", FR: "Contact et facturation" },
  }),
  createRow("adminClient", "administrator", ({ clientUuid }) => `/admin/${clientUuid}?tab=contract`, {
    note: "its papers",
    heading: ({ clientname }) => clientname,
    shows: { EN: "Add bank details", FR: "Ajouter un compte bancaire" },
  }),
  createRow("contractTerms", "administrator", "/contractterms", {
    heading: { EN: "Contract terms", FR: "Conditions des contrats" },
    shows: { EN: "Have this text checked by your lawyer", FR: "Faites vérifier ce texte par votre avocat" },
  }),
  createRow("manageUsers", "administrator", ({ people }) => `/manageuser?search=${people.editor.username}`, {
    heading: USERS_HEADING,
    shows: ({ people }) => `${people.editor.username}@example.org`,
  }),
  createRow("newClient", "administrator", "/newclient", {
    heading: { EN: "New client", FR: "Nouveau client" },
    shows: { EN: "Contact and billing", FR: "Contact et facturation" },
  }),
  createRow("edges", "administrator", "/edges", {
    heading: { EN: "Edges", FR: "Serveurs de diffusion" },
    shows: { EN: "Sessions started or renewed", FR: "Sessions commencées ou renouvelées" },
  }),
  createRow("doctor", "administrator", "/doctor", {
    heading: { EN: "Health", FR: "État" },
    shows: { EN: "Not checked yet", FR: "Pas encore vérifiée" },
  }),
  createRow("consumption", "administrator", ({ clientname }) => `/consumption?search=${clientname}`, {
    heading: { EN: "Consumption", FR: "Consommation" },
    shows: ({ clientname }) => clientname,
  }),
  createRow("invoices", "administrator", "/invoices", {
    heading: { EN: "Invoices", FR: "Factures" },
    shows: { EN: "CSV for accounting", FR: "CSV comptable" },
  }),
  createRow("adminVideos", "administrator", ({ clientUuid }) => `/videosadmin/${clientUuid}`, {
    heading: VIDEOS_HEADING,
    shows: FIXTURE_NAMES.broken,
  }),
];
