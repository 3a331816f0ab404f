/** French statements, each behind what it is: written for this test, with such as look like another. */

export const french = `
rule	Ne jamais envoyer de facture sans l'accord de Nadia.
rule	Toujours vérifier le solde avant de payer.
rule	Il ne faut pas redémarrer le serveur pendant la journée.
rule	Désormais, chaque devis est relu par deux personnes.
rule	Le portail doit être fermé la nuit.
rule	**Règle :** une seule branche par demande
rule	Il est interdit de publier des noms de clients.
rule	Aucun départ sans signature.
rule	Important : la sauvegarde passe avant la mise à jour
decision	**Décision :** on garde l'ancien nom
decision	Nous avons décidé de déplacer l'atelier à Nantes.
decision	On a décidé que les invités paient le parking.
decision	Il a été convenu que le loyer est dû le trois.
decision	Finalement nous avons choisi la petite salle.
lesson	**Leçon :** réserver la salle avant d'inviter
lesson	Nous avons appris que les devis expirent après dix jours.
lesson	La prochaine fois, demander un reçu.
lesson	Il s'avère que le cache doit être vidé à la main.
preference	Claire préfère les réponses courtes.
preference	Otto déteste les appels du soir.
preference	Elle n'aime pas les emojis.
preference	Paul ne mange pas de poisson.
correction	Claire m'a corrigé : le contrat finit en mai.
correction	Correction : le bureau est au quatrième étage
correction	Je me suis trompé, le taux est de 1,8.
identity	Je m'appelle Genièvre.
identity	**Fuseau horaire :** Europe/Paris
identity	Il habite à Lille.
person	Maria Lenoir est la directrice financière.
person	Notre propriétaire s'appelle Jean Brun.
person	**Hélène Ito** – responsable des ventes à Osaka
person	Rosa est ma sœur.
fact	L'archive est sur le deuxième disque.
none	Le traitement n'a jamais fini et je suis rentré.
none	Faut-il toujours demander à Claire ?
none	Reste à décider : le nouveau logo.
none	Nous n'avons pas encore décidé du lieu.
none	Peut-être qu'il faut toujours demander.
none	Discuté une heure avec Claire du planning.
none	La page d'accueil est refaite depuis lundi soir, photos comprises.
none	Le script n'a pas tourné cette nuit.
none	À faire : appeler le plombier demain
none	Le cours d'apprentissage automatique commence au printemps.
none	Corrigé une coquille dans le pied de page.
operational	Boîte de réception : aucun nouveau message.
operational	Vérifié, rien de nouveau.
operational	Sauvegarde terminée à 02:00.
operational	12 messages, 3 erreurs
finished	Terminé : commande des chaises
superseded	L'ancien tarif n'est plus valable.
expired	Le bon est valable jusqu'au 2025-03-01.
secret	Le mot de passe est Soleil#Mont42
secret	Identifiants : admin / x81kkQz-99
rule	Mara a demandé explicitement un appel avant toute visite.
rule	Le calendrier mural fait foi.
lesson	Découverte : la vieille pompe marche aussi avec de l'eau salée.
lesson	Le retrait est possible uniquement par le port.
preference	Mara s'intéresse à la restauration des pompes.
decision	Vote unanime : la remise reste derrière le chêne.
rule	Le bateau bleu est réservé à ceux de l'île.
lesson	Le guichet n'accepte que les pièces.
`;
