import { NAMES } from "../screen-fixtures.ts";
import { NO_RIGHTS, NOT_FOR_EDITORS, row, type ScreenRow, VIDEOS } from "./row.ts";

const USERS = { EN: "Users", FR: "Utilisateurs" };

/** Sign-in, the user's own account, the other users of a client, and the administrator's screens. */
export const ACCOUNTS: readonly ScreenRow[] = [
  row("chat", "editor", "/chat", { heading: "Chat", shows: NAMES.team }),
  row("signIn", "nobody", "/auth", {
    heading: { EN: "Sign in", FR: "Connexion" },
    shows: { EN: "Forgot password?", FR: "Mot de passe oublié" },
  }),
  row("forgotten", "nobody", "/forgot", {
    heading: { EN: "Forgot password", FR: "Mot de passe oublié" },
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
    heading: { EN: "This link no longer works", FR: "Ce lien ne fonctionne plus" },
    shows: { EN: "Go to sign-in", FR: "Se connecter" },
  }),
  row("providerReturn", "nobody", "/redirect", {
    heading: "GitHub",
    shows: { EN: "This response does not match", FR: "Cette réponse ne correspond" },
  }),
  row("debug", "nobody", "/debug", {
    heading: { EN: "Technical details", FR: "Détails techniques" },
    shows: { EN: "Formats that this browser plays", FR: "Formats lus par ce navigateur" },
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

  row("analytics", "analyst", "/", {
    note: "where who reads them alone is led",
    heading: { EN: "Analytics", FR: "Statistiques" },
    shows: { EN: "No views in this period", FR: "Aucun visionnage sur cette période" },
  }),
  row("analyticsSession", "analyst", "/analytics/session/8c5a1d52-0d0f-4c4e-9d0b-6f6d3c1f2a10", {
    note: "of a viewer who was forgotten",
    heading: { EN: "Session", FR: "Session" },
    shows: { EN: "This session does not exist", FR: "Cette session n’existe pas" },
  }),
  row("rankings", "analyst", "/rankings", {
    heading: { EN: "Rankings", FR: "Classements" },
    shows: { EN: "Nothing to rank in this period", FR: "Rien à classer pendant cette période" },
  }),
  row("rankings", "editor", "/rankings?of=country&first=worst&views=0", {
    note: "the worst, of countries",
    heading: { EN: "Rankings", FR: "Classements" },
    shows: { EN: "Choose a longer period", FR: "Choisissez une période plus longue" },
  }),
  row("map", "editor", "/map", {
    heading: { EN: "Map", FR: "Carte" },
    shows: { EN: "No videos have a location yet", FR: "Aucune vidéo n’a encore d’emplacement" },
  }),
  row("alerts", "analyst", "/alert", {
    heading: { EN: "Alerts", FR: "Alertes" },
    shows: { EN: "No alert", FR: "Aucune alerte" },
  }),
  row("alert", "analyst", "/alert/00000000-0000-4000-8000-000000000000", {
    note: "that is not there",
    heading: { EN: "Alerts", FR: "Alertes" },
    shows: { EN: "This alert does not exist", FR: "Cette alerte n’existe pas" },
  }),
  row("payments", "manager", "/payments", {
    heading: { EN: "Billing", FR: "Facturation" },
    shows: { EN: "How the price is calculated", FR: "Calcul du prix" },
  }),
  row("footprint", "analyst", "/footprint", {
    heading: { EN: "Footprint", FR: "Empreinte" },
    shows: { EN: "No reports yet", FR: "Aucun rapport pour l’instant" },
  }),
  row("footprint", "analyst", "/footprint/2021-05", {
    note: "of a month without a report",
    heading: { EN: "Footprint for May 2021", FR: "Empreinte de mai 2021" },
    shows: { EN: "No report for this month", FR: "Aucun rapport pour ce mois" },
  }),
  row("footprintMethod", "analyst", "/footprint/methods/swd-4", {
    heading: { EN: "Methods", FR: "Méthodes" },
    shows: { EN: "Constants and sources", FR: "Constantes et sources" },
  }),
  row("proof", "analyst", "/proof", {
    heading: { EN: "Proof mode", FR: "Mode preuve" },
    shows: { EN: "No proof mode sessions this month", FR: "Aucune session du mode preuve ce mois-ci" },
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
  row("profile", "manager", "/profil?section=documents", {
    note: "its documents",
    heading: { EN: "Profile", FR: "Profil" },
    shows: { EN: "Add bank details", FR: "Ajouter un compte bancaire" },
  }),
  row("paymentSuccess", "manager", "/pluginpaymentsuccess", {
    note: "without a payment",
    heading: { EN: "No payment was made", FR: "Aucun paiement n’a été effectué" },
    shows: { EN: "You can still use the free tier.", FR: "Vous pouvez toujours utiliser l’offre gratuite." },
  }),
  row("paymentFailure", "manager", "/pluginpaymentfailure", {
    heading: { EN: "Payment failed or abandoned", FR: "Paiement échoué ou abandonné" },
    shows: { EN: "You can still use the free tier.", FR: "Vous pouvez toujours utiliser l’offre gratuite." },
  }),
  row("help", "editor", "/aide", {
    heading: { EN: "Help", FR: "Aide" },
    shows: { EN: "Two-factor authentication", FR: "Double authentification" },
  }),

  row("newUser", "manager", "/newuser", {
    heading: USERS,
    shows: ({ people }) => `${people.editor.username}@example.org`,
  }),
  row("newUser", "editor", "/newuser", NOT_FOR_EDITORS),
  row("logs", "manager", "/logs", {
    heading: { EN: "Activity log", FR: "Journal d’activité" },
    // Every entry has this address, while the order of entries depends on earlier tests.
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
  row("adminClient", "administrator", ({ clientUuid }) => `/admin/${clientUuid}?tab=contract`, {
    note: "its papers",
    heading: ({ clientname }) => clientname,
    shows: { EN: "Add bank details", FR: "Ajouter un compte bancaire" },
  }),
  row("contractTerms", "administrator", "/contractterms", {
    heading: { EN: "Contract terms", FR: "Conditions des contrats" },
    shows: { EN: "Have this text checked by your lawyer", FR: "Faites vérifier ce texte par votre avocat" },
  }),
  row("manageUsers", "administrator", ({ people }) => `/manageuser?search=${people.editor.username}`, {
    heading: USERS,
    shows: ({ people }) => `${people.editor.username}@example.org`,
  }),
  row("newClient", "administrator", "/newclient", {
    heading: { EN: "New client", FR: "Nouveau client" },
    shows: { EN: "Contact and billing", FR: "Contact et facturation" },
  }),
  row("edges", "administrator", "/edges", {
    heading: { EN: "Edges", FR: "Serveurs de diffusion" },
    shows: { EN: "Sessions started or renewed", FR: "Sessions commencées ou renouvelées" },
  }),
  row("doctor", "administrator", "/doctor", {
    heading: { EN: "Health", FR: "État" },
    shows: { EN: "Not checked yet", FR: "Pas encore vérifiée" },
  }),
  row("consumption", "administrator", ({ clientname }) => `/consumption?search=${clientname}`, {
    heading: { EN: "Consumption", FR: "Consommation" },
    shows: ({ clientname }) => clientname,
  }),
  row("invoices", "administrator", "/invoices", {
    heading: { EN: "Invoices", FR: "Factures" },
    shows: { EN: "CSV for accounting", FR: "CSV comptable" },
  }),
  row("adminVideos", "administrator", ({ clientUuid }) => `/videosadmin/${clientUuid}`, {
    heading: VIDEOS,
    shows: NAMES.broken,
  }),
];
