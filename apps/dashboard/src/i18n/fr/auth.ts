import type { TextsOf } from "../texts.ts";

export const texts = {
  auth: {
    title: "Connexion",
    subtitle: "Hébergez, diffusez et mesurez vos vidéos",
    username: "Nom d'utilisateur",
    password: "Mot de passe",
    submit: "Se connecter",
    showPassword: "Afficher ou masquer le mot de passe",
    missing: "Veuillez remplir ce champ",
    logout: "Se déconnecter",
    logoutQuestion: "Voulez-vous vous déconnecter\u00a0?",
  },
  password: {
    title: "Choisissez votre mot de passe",
    why: "Votre compte a encore son premier mot de passe. Choisissez-en un que vous seul connaissez.",
    current: "Mot de passe actuel",
    next: "Nouveau mot de passe",
    confirm: "Nouveau mot de passe, encore une fois",
    submit: "Enregistrer",
    saved: "Le mot de passe est enregistré",
    rule: "Au moins 7 caractères, avec une minuscule, une majuscule, un chiffre et un caractère spécial.",
    too_short: "Au moins 7 caractères",
    no_lowercase: "Une minuscule",
    no_uppercase: "Une majuscule",
    no_digit: "Un chiffre",
    no_special: "Un caractère spécial",
    differs: "Les deux mots de passe diffèrent",
  },
} satisfies TextsOf<"auth">;
