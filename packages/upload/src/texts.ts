/** The texts of the upload element, in one language. */
export interface UploadTexts {
  drop: string;
  choose: string;
  files: string;
  unfinished: (name: string) => string;
  forget: string;
  forgetOf: (name: string) => string;
  progressOf: (name: string) => string;
  pause: (name: string) => string;
  resume: (name: string) => string;
  retry: (name: string) => string;
  cancel: (name: string) => string;
  remove: (name: string) => string;
  queued: string;
  paused: string;
  uploaded: string;
  cancelling: string;
  reconnecting: string;
  percent: (percent: number) => string;
  left: (seconds: number) => string;
  tooMany: (max: number) => string;
  not_a_video: (name: string) => string;
  duplicate_name: (name: string) => string;
  faults: Record<string, string>;
  fault: string;
}

export const EN: UploadTexts = {
  drop: "Drop videos here, or",
  choose: "Choose videos",
  files: "Videos",
  unfinished: (name) => `The upload of ${name} is not finished. Choose the same file again to resume it.`,
  forget: "Forget",
  forgetOf: (name) => `Forget ${name}`,
  progressOf: (name) => `Upload of ${name}`,
  pause: (name) => `Pause ${name}`,
  resume: (name) => `Resume ${name}`,
  retry: (name) => `Try ${name} again`,
  cancel: (name) => `Cancel ${name}`,
  remove: (name) => `Remove ${name} from the list`,
  queued: "Queued",
  paused: "Paused",
  uploaded: "Uploaded",
  cancelling: "Cancelling…",
  reconnecting: "Connection lost. The upload resumes automatically.",
  percent: (percent) => `${percent}%`,
  left: (seconds) => (seconds < 60 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`),
  tooMany: (max) => `You can upload ${max} files at most.`,
  not_a_video: (name) => `${name} is not a video.`,
  duplicate_name: (name) => `A file named ${name} is already in the list.`,
  faults: {
    file_unreadable: "The file can no longer be read. Choose it again.",
    file_too_large: "The file is too large.",
    free_tier_exceeded: "There is no storage left.",
    budget_reached: "There is no storage left.",
    forbidden: "You are not allowed to upload here.",
    not_signed_in: "The permission to upload has ended. Try again.",
    wrong_credentials: "The permission to upload has ended. Try again.",
    disk_low: "The server has no space left.",
  },
  fault: "The upload failed.",
};

export const FR: UploadTexts = {
  drop: "Déposez des vidéos ici, ou",
  choose: "Choisir des vidéos",
  files: "Vidéos",
  unfinished: (name) => `L’envoi de ${name} n’est pas terminé. Choisissez le même fichier pour le reprendre.`,
  forget: "Oublier",
  forgetOf: (name) => `Oublier ${name}`,
  progressOf: (name) => `Envoi de ${name}`,
  pause: (name) => `Mettre ${name} en pause`,
  resume: (name) => `Reprendre ${name}`,
  retry: (name) => `Réessayer l’envoi de ${name}`,
  cancel: (name) => `Annuler l’envoi de ${name}`,
  remove: (name) => `Retirer ${name} de la liste`,
  queued: "En file d’attente",
  paused: "En pause",
  uploaded: "Envoyée",
  cancelling: "Annulation…",
  reconnecting: "Connexion perdue. L’envoi reprendra automatiquement.",
  percent: (percent) => `${percent}\u00a0%`,
  left: (seconds) =>
    seconds < 60 ? `${seconds}\u00a0s restantes` : `${Math.round(seconds / 60)}\u00a0min restantes`,
  tooMany: (max) => `Vous pouvez envoyer ${max} fichiers au maximum.`,
  not_a_video: (name) => `${name} n’est pas une vidéo.`,
  duplicate_name: (name) => `Un fichier nommé ${name} est déjà dans la liste.`,
  faults: {
    file_unreadable: "Le fichier n’est plus lisible. Choisissez-le une nouvelle fois.",
    file_too_large: "Le fichier est trop volumineux.",
    free_tier_exceeded: "Il n’y a plus d’espace de stockage.",
    budget_reached: "Il n’y a plus d’espace de stockage.",
    forbidden: "Vous n’avez pas le droit d’envoyer des fichiers ici.",
    not_signed_in: "L’autorisation d’envoi a expiré. Réessayez.",
    wrong_credentials: "L’autorisation d’envoi a expiré. Réessayez.",
    disk_low: "Le serveur n’a plus d’espace.",
  },
  fault: "L’envoi a échoué.",
};
