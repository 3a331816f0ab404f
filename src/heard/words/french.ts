/** French: how people say things to an agent, as phrases by what they are a sign of. */

import type { Signs } from "../sign.js";

export const french: Signs = {
  standing:
    "désormais, dorénavant, à partir de maintenant, à partir d aujourd, à l avenir, toujours, jamais, à chaque fois, chaque fois, chaque commit|fichier|fonction|test|pr|release|branche|migration, systématiquement, par défaut, en toutes circonstances, plus jamais, tous les commits|fichiers|tests, toutes les fonctions|dates|branches, sans exception, en règle générale",
  bans: "ne ~ jamais, ne ~ pas, ne ~ plus, n ~ pas, n ~ jamais, n ~ plus, ^pas de, ^pas d, ^plus de, ^jamais de, ^aucun, ^aucune, interdit, interdite, interdits, ^évite, ^évitez, ^arrête, ^arrêtez, ^cesse, ^sans, ^hors de question, ^surtout pas, ^on ne, ^touche pas",
  musts:
    "doit, doivent, dois, devez, il faut, faut, veille à, veillez à, assure toi, assurez vous, obligatoire, obligatoires, seulement, uniquement, exclusivement, au moins, au maximum, impérativement, reste, restent, va dans, vont dans, devrait, devraient, ne ~ que",
  habits:
    "^utilise, ^utilisez, ^emploie, ^garde, ^gardez, ^préfère, ^préférez, ^écris ~ en|dans|avec, ^écrivez ~ en|dans|avec, ^réponds, ^répondez, ^mets ~ dans|sous, ^appelle moi, ^tutoie, ^demande ~ avant, ^demande moi, ^respecte, ^suis, ^parle, ^reste, ^passe par, ^nomme, ^sois, ^on utilise|écrit|garde|met|nomme|fait|travaille|déploie|passe|code, nous utilisons, ^ici|dans|pour|sur ~ utilise|on|utilisez|nous, ^prends",
  instead: "au lieu de, au lieu d, plutôt que, plutôt qu, pas, et non, et pas, à la place de, non pas",
  likes:
    "je préfère, j aime, j aime pas, je n aime pas, je déteste, j adore, je préférerais, j aimerais mieux, mon préféré, ma préférence, je trouve ~ plus, je trouve ~ moche|pénible|illisible|lisible|mieux, me plaît, me plaisent, m énerve, m agace, m énervent, me dérange, ne supporte pas, je suis plutôt, je ne suis pas fan, pas fan, j apprécie, je voudrais des réponses, me convient, je suis fan",
  decides:
    "on a décidé, nous avons décidé, j ai décidé, on part sur, on part avec, je pars sur, on va utiliser, on reste sur, on reste avec, on garde, on abandonne, on laisse tomber, on passe à, on passe sur, on a choisi, nous avons choisi, j ai choisi, on choisit, c est décidé, c est tranché, on a tranché, va pour, ce sera, décision, on s est mis d accord, d accord pour, nous sommes convenus, on opte, nous optons, on a opté, on retient, on a retenu, partons sur, restons sur, finalement on, on renonce, on migre vers, on prend",
  corrects:
    "^faux, c est faux, c était faux, ce n est pas ça, c est pas ça, ce n est pas vrai, ce n est pas correct, c est incorrect, c est une erreur, tu t es trompé, tu te trompes, vous vous trompez, je t ai dit, je t avais dit, je t ai déjà, je vous ai dit, j ai dit, j avais dit, je l ai déjà dit, comme je l ai dit, je voulais dire, j ai pas dit, je n ai jamais dit, je n ai pas demandé, tu as oublié, tu as confondu, tu as mal, tu confonds, pas ce que j, combien de fois, encore une fois, mais ~ pas ~ mais, n est pas ~ mais, n est pas ~ c est, ^correction, ^arrête de, est faux, est fausse, sont faux, n est plus vrai, déjà dit, n est plus, il fallait",
  amends:
    "^non, ^pas, ^mais non, ^en fait, ^encore, ^attends, ^plutôt, encore, déjà, ^si, ^pardon, toujours pas, ^c est",
  asks: "^pourquoi, ^comment, ^quel, ^quelle, ^quels, ^quelles, ^qui, ^où, ^quand est, ^combien, ^est ce que, ^est ce qu, ^qu est ce, ^que, ^quoi, ^faut il, ^doit on, ^peut on, ^est il, ^y a t il, ^a t on, ^as tu, ^sais tu, tu sais, je me demande, peux tu m expliquer, peux tu me dire, ^devrait on, c est quoi, ^on doit, ^utilise t on",
  requests:
    "^peux tu, ^pourrais tu, ^pouvez vous, ^pourriez vous, ^tu peux, ^tu pourrais, s il te plaît, s il vous plaît, stp, svp, j ai besoin que tu, je veux que tu, je voudrais que tu, ^maintenant, ^ensuite, aide moi, ^allons, ^il faudrait",
  tasks:
    "^corrige, ^corrigez, ^ajoute, ^ajoutez, ^implémente, ^crée, ^créez, ^construis, ^mets à jour, ^mets, ^refactorise, ^renomme, ^supprime, ^supprimez, ^enlève, ^retire, ^écris, ^écrivez, ^lance, ^lancez, ^exécute, ^déplace, ^regarde, ^vérifie, ^cherche, ^trouve, ^montre, ^explique, ^relis, ^teste, ^déploie, ^installe, ^fusionne, ^pousse, ^ouvre, ^lis, ^résume, ^traduis, ^remplace, ^change, ^génère, ^compare, ^nettoie, ^trie, ^dis moi, ^continue, ^répare, ^fais, ^analyse, ^donne, ^extrais, ^configure, ^prépare, ^envoie, ^modifie, corriger, ajouter, créer, renommer, supprimer, écrire, relancer, lancer, vérifier, expliquer, regarder, réparer, mettre à jour, refaire, tester, implémenter, jeter un",
  once: "maintenant, aujourd, demain, cette fois, vite, rapidement, d abord, ensuite, ce fichier|test|bug, cette fonction|page, le bug, le test, le nouveau, la nouvelle, le dernier, la dernière, un nouveau, une nouvelle, ça, tout de suite, pour l instant",
  chats:
    "^merci, ^super, ^parfait, ^génial, ^cool, ^ok, ^d accord, ^bonjour, ^salut, ^bonsoir, ^coucou, ^bravo, ^très bien, ^nickel, ^oui, ^ouais, ^pas de problème, ^pas de souci, ^pas de soucis, ^pas grave, ^aucune idée, ^aucun problème, ^bien joué, ^ça marche, ^à demain, ^à plus, ^bonne nuit, ^haha, ^mdr, ^ah, ^tant pis, ^désolé, ^compris, ^je vois, ^bien vu, ^oh, ^pas mal",
  cases:
    "^quand, ^lorsque, ^si, ^dès que, ^dès qu, ^chaque fois que, ^à chaque fois que, ^une fois que, ^avant de, ^avant chaque, ^après chaque, ^après avoir, ^à chaque, ^au cas où, ^lorsqu, ^s il, ^rappelle moi, ^en fin de",
  caseBehind: "dès que, dès qu, chaque fois que, chaque fois qu, quand, lorsque, si, lorsqu",
  reports:
    "il dit, elle dit, il a dit, elle a dit, ils disent, ils ont dit, m a dit, nous a dit, dit que, dit qu, dit de, a dit de, a dit que, a dit qu, selon, d après, prétend, affirme, recommande, conseille, suggère, pense que, pense qu, il paraît, soi disant, il veut, elle veut, propose de, explique que",
  supposes:
    "supposons, imagine, imaginons, admettons, hypothétiquement, si on devait, si nous devions, si on utilisait, si on avait, si j avais, si nous avions, et si, en théorie, théoriquement, peut être, on pourrait, nous pourrions, je me demande si, ce serait, il faudrait peut, pas sûr, je pensais, éventuellement, faudrait il, on devrait peut",
  mocks:
    "ben voyons, bien sûr parce, mais oui bien sûr, ah super, ah bravo, quelle bonne idée, quelle idée géniale, génial encore, qui a besoin, comme si, exactement ce qu il me fallait, merci pour rien, évidemment parce, oui c est ça, super idée, qu est ce qui pourrait",
  states:
    "est, sont, a, ont, se trouve, se trouvent, tourne, tournent, utilise, appartient, coûte, s appelle, habite, travaille, signifie, contient, écoute, pointe, commence, ferme, ouvre, expire, je suis, j habite, je m appelle, je travaille, est hébergé, est hébergée, gère, maintient, supporte, vient de, y a",
  tells:
    "pour info, pour information, à savoir, note que, sache que, au fait, souviens toi, rappelle toi, retiens, garde en tête, n oublie pas que, pour mémoire, pour contexte, je précise",
  passing:
    "cassé, cassée, rouge, vert, lent, lente, planté, bloqué, bizarre, étrange, fini, marche maintenant, fonctionne, en ce moment, actuellement, encore, bien, super, beau, mieux, fatigué, faim, café, je crois, semble, on dirait, j essaie, je regarde, je vois, j obtiens, drôle, il pleut, fou",
  wide: "dans tous mes projets, dans tous les projets, dans chaque projet, partout, pour tous les projets, pour tous mes projets, tous mes dépôts, tous les dépôts, quel que soit le projet, peu importe le projet, tous mes repos",
  near: "ici, ce projet, ce dépôt, ce repo, cette application, cette base",
  personal:
    "réponses, réponse, réponds, explications, emojis, emoji, ton, tutoie, tutoies, vouvoie, appelle moi, résumés, listes à puces, je m appelle, j habite, je suis, mon fuseau, mon anniversaire, ma femme, mon mari, je travaille comme, mon éditeur, mon clavier, je parle, phrases courtes",
  general:
    "tout, toute, tous, toutes, chaque, aucun, aucune, rien, personne, seulement, uniquement, que, maximum, minimum, max, reste, restent, vont, va dans, vont dans, passent, se fait, s écrivent, s écrit, on met, on écrit, on nomme",
  past: "était, étaient, avait, hier, la semaine dernière, l an dernier, il y a ~ ans|jours, tout à l heure, ce matin, avant",
  self: "je, j, mon, ma, mes, moi, me, m",
  ours: "on, nous, notre, nos, l équipe",
};
