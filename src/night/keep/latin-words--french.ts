/** French: the words by which a statement in French shows what it is. */

import { type Lexicon, phrases } from "./cjk-words--lexicon.js";

export const french: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("correction, corrections, rectification, rectificatif"),
    decision: phrases(
      "décision, décisions, décidé, convenu, accord, acté, rejeté, rejetée, écarté, écartée, reporté, retenu, retenue, choix retenu",
      "unanime, unanimité, arbitrage",
      "choisi, choisie",
    ),
    rule: phrases(
      "règle, règles, consigne, consignes, important, critique, attention, jamais, toujours, obligation, interdit, interdiction, contrainte, contraintes",
      "principe, principes, convention, conventions, directive, directives, bonne pratique, bonnes pratiques, garde fou, garde fous, workflow établi, processus établi, procédure établie",
      "comportement par défaut, mode par défaut",
    ),
    lesson: phrases(
      "leçon, leçons, découverte, découvertes, enseignement, enseignements, appris, à retenir, piège, pièges, constat, cause racine, contournement, limite connue, limites connues, bilan, ce qui a marché, ce qui n a pas marché, la prochaine fois",
    ),
    preference: phrases(
      "préférence, préférences, préfère, aime, n aime pas, goûts, souhait, souhaits",
      "préféré, préférée, style de communication, style de travail, style d écriture, objectif à long terme",
    ),
    identity: phrases("nom, prénom, pronoms, fuseau horaire, anniversaire, né, née, langue maternelle"),
    person: phrases("personnes, contacts, famille"),
    fact: phrases("fait établi, faits"),
  },
  unlabels: phrases(
    "attente, en attente, à prendre, ouverte, ouvertes, prochaine, aucune, fichier, du fichier, projet, question",
  ),
  says: {
    correction: phrases(
      "m a corrigé, m a repris, je me suis trompé, je me trompais, nous nous sommes trompés, c était faux, non pas ~ mais, ce n est pas ~ mais, était faux dans, c était une erreur de noter, pas ~ comme je l avais noté, m a corrigée",
    ),
    decision: phrases(
      "avons décidé, a décidé, ai décidé, ont décidé, on a décidé, il a été décidé, est décidé, décidé de, décidé que, avons convenu, a été convenu, ont convenu, sommes convenus, nous avons choisi, a choisi, avons retenu, a été retenu, on garde, on part sur, nous restons sur, nous gardons",
      "est acté, nous sommes d accord pour, se sont mis d accord, avons opté, a opté, ^rejeté, ^écarté, ^reporté, ^différé, est rejeté, est écarté, d un commun accord, a tranché",
    ),
    rule: phrases(
      "^ne ~ jamais, ^ne ~ pas, ^n ~ jamais, ^n ~ pas, ^jamais, ^toujours, ^pas de ~ sans, ^aucun ~ sans, ^aucune ~ sans, désormais, dorénavant, à partir de maintenant, il faut toujours, il ne faut jamais, il ne faut pas, ne doit jamais, ne doit pas, ne doivent pas, ne doivent jamais, ne peut ~ sans",
      "doit toujours, doivent toujours, doit être, doivent être, est interdit, est interdite, sont interdits, interdit de, est obligatoire, sont obligatoires, en aucun cas, sans demander, sans l accord, sans accord, sans validation, sans son accord, ^demander ~ avant, ^demande ~ avant, ^veiller à, ^éviter, avant chaque",
      "ne jamais, ne ~ jamais sans, toujours ~ avant, uniquement après, seulement après, on ne ~ jamais, impérativement, ne sont jamais, doit passer",
      "a demandé explicitement, demande explicitement, explicitement demandé, a demandé de ne, demande de toujours, exige que, exige de, insiste pour que, fait foi, source de vérité, requis avant, requise avant, uniquement sur|via|par|avec|dans|en, sur|via|par|avec|dans ~ uniquement, exclusivement",
      "définitivement désactivé, définitivement désactivée, est réservé à, est réservée à, sont réservés à, ^mieux vaut",
    ),
    lesson: phrases(
      "avons appris, ai appris, a appris que, on a appris, appris que, il s avère, s est avéré, la prochaine fois, avec le recul, ne fonctionne qu avec, ne marche qu avec, ne fonctionne que, ne marche que, aurait dû, aurions dû, la leçon, nous a appris, m a appris",
      "possible uniquement, seulement possible, ne supporte pas les|le|la|de, ne prend pas en charge, n est pas supporté, ^limité à, ^limitée à, ^limités à, incompatible avec, seule méthode, seule façon",
      "refuse les|le|la|tout, n accepte que|pas, ne marche pas mais, ne fonctionne pas mais",
    ),
    preference: phrases(
      "préfère, préférerait, préférée, préféré, aime bien, n aime pas, n aime ni, déteste, adore, aime les, aime que, souhaite que, souhaite recevoir, ne veut pas, ne veut plus, ne mange pas, ne boit pas, aimerait mieux, veut des réponses, veut que, tient à ce que, veut seulement, est allergique, ne supporte pas, aime le, aime la, ne mange ni",
      "préférence pour, s intéresse à, pas intéressé, aime les réponses",
    ),
    identity: phrases(
      "je m appelle, mon nom est, appelle moi, tu t appelles, ton nom est, s appelle, habite à, habite en, vit à, est né, est née, travaille comme, travaille chez, fuseau horaire est, anniversaire est",
    ),
    fact: phrases(
      "est, sont, a, ont, tourne sur, coûte, appartient, se trouve, signifie, contient, ferme à, ouvre à, dure",
    ),
  },
  denies: {
    decision: phrases(
      "pas encore, pas décidé, rien décidé, reste à décider, à décider, devons décider, doit décider, faut décider, va décider, décider si, aucune décision, n a décidé, avant de décider, n avons ~ décidé, n a pas ~ décidé, n a été décidé",
    ),
    rule: phrases(
      "n a jamais, n ai jamais, n ont jamais, n est jamais, n avons jamais, n a pas, n est pas, n ai pas, n ont pas, n était, toujours pas, est toujours, a toujours, comme toujours, presque toujours, presque jamais, jamais vu, jamais reçu, toujours en, ne marche, ne fonctionne, ne sais pas, ne sait pas, ne répond, ne vois pas, était toujours, ne trouve",
    ),
    preference: phrases("aucune préférence"),
    correction: phrases("corrigé la faute, corrigé une coquille, non seulement"),
    lesson: phrases("apprentissage automatique, rien appris"),
  },
  doubts: phrases(
    "peut être, pourrait, pourrions, éventuellement, sans doute, je crois, probablement, il semble, devrions nous, faudrait il, on se demande, supposons, imaginons, par exemple, et si, je pense, incertain",
  ),
  tasks: phrases(
    "à faire, ^prochaine étape, ^prochaines étapes, il reste à, reste à faire, demain, d ici vendredi, d ici demain, ce soir, je dois encore, il faut encore, ^rappeler",
  ),
  momentary: phrases("actuellement, en ce moment, pour l instant, pour le moment, à l heure actuelle"),
  troubles: phrases(
    "erreur, erreurs, échec, échoue, échouent, fail, plante, plantage, timeout, bloque, bloqué, cassé, n existe pas, n existent pas, pas possible, impossible, pas supporté, trop long, trop longs, trop lent, manque, manquant",
  ),
  profiles: phrases(
    "profil utilisateur, profil de l utilisateur, profil de l utilisatrice, à propos de moi, à propos de l utilisateur, infos personnelles, informations personnelles, qui je suis",
  ),
  insists: phrases(
    "jamais, toujours, doit, doivent, faut, important, importante, critique, obligatoire, interdit, interdite, ^ne, ^n, ne ~ jamais, ne ~ pas ~ sans, attention, uniquement, impérativement, sans demander, désormais, dorénavant, pas de",
  ),
  roles: phrases(
    "directeur, directrice, directeur financier, directrice financière, dirige, chef, cheffe, patron, patronne, gérant, gérante, responsable, fondateur, fondatrice, comptable, avocat, avocate, médecin, dentiste, professeur, propriétaire, locataire, femme, épouse, mari, compagnon, compagne, fils, fille, frère, sœur, soeur",
    "mère, père, tante, oncle, cousin, cousine, ami, amie, collègue, client, cliente, contact, assistante, assistant, secrétaire, stagiaire, développeur, développeuse, voisin, voisine, entraîneur, trésorier, trésorière, notaire, infirmière",
  ),
  links: phrases("est, devient, comme, sera"),
  noNames: phrases(
    "il, elle, ce, c, cela, ça, le, la, les, l, un, une, nous, on, je, tu, vous, mon, ma, mes, notre, nos, votre, son, sa, ses, tout, rien, ici, qui, aucun, aucune, ceci, voici",
  ),
  finished: phrases(
    "^fait, ^terminé, ^terminée, ^fini, ^achevé, est terminé, est terminée, est achevé, a été terminé, ^clos, ^résolu, statut terminé",
  ),
  superseded: phrases(
    "remplacé par, remplacée par, remplacés par, n est plus valable, ne s applique plus, n est plus valide, n est plus utilisé, n est plus à jour, ^obsolète, est obsolète, ^périmé, est périmé, ^caduc, est caduc, est caduque",
  ),
  until: phrases(
    "jusqu au, jusqu à, valable jusqu au, expire le, expiré le, échéance, se termine le, avant le, fin le",
  ),
  nothingNew: phrases(
    "rien de nouveau, rien de neuf, aucun nouveau, aucune nouvelle, aucun nouvel, aucun changement, pas de changement, pas de nouveau, pas de nouveaux, pas de nouvelle, rien à signaler, tout va bien, tout est calme, inchangé, aucune erreur, boîte vide, aucun message, non vérifié, pas de réponse, ras",
  ),
  checks: phrases(
    "^vérifié, ^contrôlé, ^relevé, ^boîte de réception, ^sauvegarde ok, ^sauvegarde terminée, ^sauvegarde effectuée, ^synchronisé, ^tests lancés, vérifications, ^contrôle, ^consulté",
  ),
  counted: phrases(
    "réponses, messages, mails, courriels, mentions, erreurs, avertissements, tests, réussis, échoués, fichiers, vues, commentaires, nouveaux, nouvelles, non lus, lignes, requêtes, secondes, notifications",
  ),
  particulars: phrases(
    "titre, lien, sujet, publié, durée, heure, date, source, statut, fichiers, fichier, branche, taille, résultat, prochaine étape, objectif, contexte",
  ),
  credentials: phrases(
    "mot de passe, code secret, clé, clé api, jeton, identifiants, code pin, code d accès, phrase secrète",
  ),
};
