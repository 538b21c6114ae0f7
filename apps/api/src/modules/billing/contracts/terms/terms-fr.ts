/** Version 1 of the terms in French: a template, which the operator's lawyer has to check before anyone accepts it. */
export const TERMS_FR = `# 1. Objet

{{seller.name}} (le «\u00a0Prestataire\u00a0») donne à {{client.name}} (le «\u00a0Client\u00a0») accès à une plateforme d’hébergement, d’encodage, de diffusion et de mesure de vidéos, et de distribution de fichiers par son réseau de diffusion de contenu (le «\u00a0Service\u00a0»). Les présentes conditions, les prix affichés dans le compte du Client et la documentation du Service forment le contrat.

# 2. Compte et utilisateurs

Le Client désigne au moins un gestionnaire du compte. Les gestionnaires invitent les utilisateurs, leur attribuent des rôles et agissent pour le Client. Le Client garde secrets les identifiants et les clés, signale sans délai au Prestataire tout usage abusif et répond des actes de ses utilisateurs.

# 3. Contenus

Le Client conserve tous les droits sur ses contenus. Il accorde au Prestataire le droit de les stocker, encoder, copier, mettre en cache et transmettre, dans la mesure nécessaire au Service et pour la durée du contrat. Le Client garantit qu’il détient les droits nécessaires et que ses contenus n’enfreignent aucune loi.

Le Prestataire peut bloquer un contenu manifestement illicite. Il en indique la raison au Client, sauf si la loi l’interdit.

# 4. Diffusion assistée par les pairs

Les appareils des spectateurs peuvent échanger entre eux des segments de vidéo. Le Client décide dans son compte si et pour qui cet échange est actif, et informe ses spectateurs comme la loi l’exige.

# 5. Disponibilité et assistance

Le Prestataire exploite le Service avec le soin d’un professionnel et annonce à l’avance les maintenances prévues. L’offre gratuite ne comporte aucune ressource garantie. L’assistance est assurée par e-mail à l’adresse {{seller.email}}.

# 6. Prix et paiement

Est facturé ce que le Service mesure, comme le décrit sa documentation. Un mois civil (UTC) est facturé le 5 du mois suivant, en euros, aux prix affichés dans le compte du Client, augmentés de la TVA lorsqu’elle est due. Les factures sont payables dans un délai de {{seller.paymentTermDays}} jours à compter de leur date, par virement ou par le moyen de paiement enregistré par le Client.

Entre professionnels, tout retard de paiement entraîne, de plein droit et sans rappel, des pénalités au taux de trois fois le taux d’intérêt légal à compter du lendemain de l’échéance, ainsi qu’une indemnité forfaitaire de 40 euros pour frais de recouvrement (articles L441-10 et D441-5 du Code de commerce).

Le Prestataire annonce toute modification des prix au moins 30 jours à l’avance, par e-mail. Elle ne s’applique jamais à un mois écoulé.

# 7. Données personnelles

Pour les données des spectateurs et des utilisateurs que le Service traite pour le compte du Client, le Client est responsable du traitement et le Prestataire est sous-traitant au sens du règlement (UE) 2016/679. Le Prestataire n’agit que sur instruction documentée, soumet son personnel à la confidentialité, protège les données comme l’exige l’article 32, aide le Client à répondre aux demandes des personnes concernées, notifie les violations dans les meilleurs délais et efface les données après la fin du contrat, sauf celles que la loi l’oblige à conserver.

# 8. Responsabilité

Chaque partie répond des dommages directs qu’elle cause en manquant au contrat. Sauf dol, faute lourde et ce que la loi ne permet pas de limiter, la responsabilité du Prestataire par année de contrat est limitée au montant payé par le Client au cours des douze mois précédant le dommage.

# 9. Durée et résiliation

Le contrat prend effet à son acceptation et est conclu pour une durée indéterminée. Chaque partie peut y mettre fin avec effet à la fin d’un mois civil\u00a0: le Client dans son compte, le Prestataire par e-mail avec un préavis de 30 jours. Chaque partie peut y mettre fin immédiatement si l’autre y manque gravement et n’y a pas remédié 15 jours après une mise en demeure écrite.

À la fin du contrat, les vidéos et les données du Client sont supprimées comme l’annonce son compte. Le Client exporte auparavant ce qu’il souhaite conserver.

# 10. Modification des conditions

Le Prestataire annonce de nouvelles conditions au moins 30 jours à l’avance. Elles s’appliquent au Client dès qu’un gestionnaire les a acceptées\u00a0; jusque-là, la version acceptée reste en vigueur.

# 11. Acceptation électronique

Le contrat est conclu lorsqu’un gestionnaire du compte l’accepte dans le compte. Les parties conviennent que l’enregistrement de l’acceptation, avec sa date, le nom indiqué et l’empreinte SHA-256 du texte, en constitue la preuve.

# 12. Droit applicable et tribunaux

Le contrat est soumis au droit français. Les tribunaux du siège du Prestataire sont compétents, dans la mesure où la loi permet aux parties d’en convenir. La langue dans laquelle le contrat a été accepté fait foi.`;
