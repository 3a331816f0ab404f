/** LatinWords: the words of English, French, German and Spanish by which a statement shows what it is, as data. */

import { type Lexicon, phrases } from "./other-words.js";

export const english: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("correction, corrected, corrections"),
    decision: phrases(
      "decision, decisions, decided, agreed, agreement, agreements, resolved that, decision log, decisions log, rejected, deferred",
      "unanimous, unanimously",
      "chosen",
    ),
    rule: phrases(
      "rule, rules, constraint, constraints, policy, policies, important, critical, never, always, must, guideline, guidelines, boundary, boundaries",
      "principle, principles, convention, conventions, guardrail, guardrails, best practice, best practices, directive, directives, standing order, standing orders, established workflow, agreed workflow, working agreement, working agreements, dos and don ts",
      "default behavior, default style, default mode, default workflow, default approach, default tone",
    ),
    lesson: phrases(
      "lesson, lessons, learned, learnt, learning, learnings, takeaway, takeaways, insight, insights, gotcha, gotchas, finding, findings, root cause, workaround, workarounds, pitfall, pitfalls",
      "caveat, caveats, quirk, quirks, pro tip, note to self, notes to self, for next time, next time, discovery, discoveries, what worked, what went wrong, what did not work, post mortem, postmortem, retrospective",
    ),
    preference: phrases(
      "preference, preferences, prefers, pet peeve, pet peeves",
      "preferred, communication style, learning style, working style, writing style, long term goal, long term goals, long term target",
    ),
    identity: phrases(
      "name, full name, pronouns, timezone, time zone, birthday, born, native language, what to call them",
    ),
    person: phrases("people, contacts, family, team members"),
    fact: phrases("fact, facts, remember"),
  },
  unlabels: phrases(
    "needed, pending, open, next, no, todo, needs, required, to make, making, question, questions, domain, session, user, file, host",
    "unchanged, remain, remains, still, standing, in force, in effect, decision maker, branch, project, package, display, class, column, field, variable, engine, tree, log, logs, status, check, checks, support",
    "point, points, documented, generated, rate, pipeline, cycle, capacity, progress, curve, bridge, count, total, score, module, matrix, retrain, q learning, machine learning, deep learning, reinforcement learning, summary, report, phase",
  ),
  says: {
    correction: phrases(
      "corrected me, correct myself, i was wrong, we were wrong, was mistaken, ^not ~ but rather, that was wrong, i got it wrong",
      "^actually ~ not, stop calling, it is spelled, is wrong about, turned out to be wrong, was wrong in, were wrong in, is wrong in the, not ~ as i thought, as i had noted",
    ),
    decision: phrases(
      "we decided, i decided, decided to, decided that, decided on, decided against, has decided, have decided, was decided, is decided",
      "we agreed, agreed to, agreed that, agreed on, agreed with ~ to, we settled on, settled on, we chose, chose ~ over, chosen ~ over",
      "^going with, we are going with, signed off on, made the call, opted for, opted to, opted against, ruled out, we will use, we will not",
      "approved ~ plan, we stay with, we are switching to, final decision, decision is, decision was, ^deferred, ^rejected, switched from ~ to, pivoted to, said no to, dropped ~ in favor of, we went with, we have chosen",
    ),
    rule: phrases(
      "^never, ^always, ^do not, ^must, ^must not, ^no ~ without, ^only ~ when|if|after|with, from now on, going forward, make sure",
      "must never, must always, must not, should never, should always, may never, may not ~ without, may not be|appear|use|leave|enter|contain|share|post|run|go, may only, is forbidden, are forbidden",
      "is not allowed, are not allowed, is prohibited, requires approval, needs approval, without asking, without ~ approval, unless ~ says",
      "without ~ confirmation, without ~ permission, is mandatory, are mandatory, non negotiable, hard rule, has to be ~ before, is off limits",
      "we never, we always, they must, it must, must be, must have, must go, must stay, must run, must use, must pass, you must, agents must, everyone must",
      "^ask ~ before, ^avoid, ^remember to always, at all times, under no circumstances, ^whenever, ^every time, is required before",
      "^use ~ instead of, ^prefer ~ over, ^be sure to, is never to be, are never to be, never ~ without, always ~ before, always ~ first, is always to be, do not ever, not to ~ without",
      "can never be, never ~ again, should not be, we do not ~ without, only after ~ approval, always|never use|run|ask|check|push|share|send|post|write|delete|commit|deploy",
      "source of truth, explicitly asked, asked me never|always|not, asked not to, asked to always|never, asked ~ to always|never|proactively, insists on|that, insisted on|that, required before, must only",
      "disabled permanently, permanently disabled, is reserved for, are reserved for, ^better to ~ than",
    ),
    lesson: phrases(
      "lesson learned, lessons learned, we learned, i learned, learned that, learnt that, learned the hard way, we learnt, i learnt, turns out",
      "turned out that, next time, in hindsight, should have, realized that, realised that, the takeaway, taught me, taught us, key insight",
      "only works with|when|if|on, fails when|unless|if, breaks when|unless|if, the trick is, the real cause was, bitten by, what works is, what worked was, moral of the story",
      "only possible from|with|if|when|in|through, only available|supported|valid for|on|in|with|from|when, does not support, do not support, is not supported, are not supported, not compatible with, incompatible with, ^limited to, will not work, does not work with|without",
      "does not accept, only accepts, does not work but",
    ),
    preference: phrases(
      "prefers, prefer, would rather, favorite, likes to, does not like, do not like, dislikes, hates, loves, is fond of, enjoys",
      "wants, wants me to, only wants, likes his, likes her, likes their, likes it, cannot stand, is allergic to, does not eat",
      "does not want, wants short, rather have, is happiest when, appreciates, is a vegetarian, is vegetarian, is vegan, likes replies|answers|coffee|tea",
      "preference for, preference is, preference to, positive feedback on|that, highly appreciated, not interested in, not interested yet, interested in",
    ),
    identity: phrases(
      "my name is, i am called, call me, your name is, you are called, is named ~ after me, i was born, my birthday is, my pronouns are",
      "i am your, i am an agent, i am the agent, their name is, his name is, her name is, lives in, was born in, works as, works for, goes by",
      "time zone is, timezone is, birthday is, speaks ~ and, native speaker",
    ),
  },
  denies: {
    decision: phrases(
      "not decided, not yet, undecided, to be decided, need to decide, needs to decide, needs to be decided, have to decide, will decide, must decide",
      "should decide, decide whether, whether to, nothing decided, nothing was decided, no decision, has not decided, have not decided, not agreed",
      "not been decided, not agreed on, until ~ decided, waiting ~ decision, when we decided, before we decided, once ~ decided, if we agreed, has to decide",
    ),
    rule: phrases(
      "never came, never ran, never got, never arrived, never finished, never happened, never returned, never reached, never answered, never heard",
      "never seen, never had, never was, never were, never been, never tested, never used, never worked, never mind, never saw, never found, never existed",
      "always returned, always came, always failed, always showed, always been, always the, always had, always did, always a, had to, would never, would always",
      "must have been, must be tired, must have, must finish, must admit, i must say, as always, like always, almost always, almost never, always|never fails|happens|works|returns|shows",
      "made sure, wherever possible, do not know, do not see, do not have, do not think, do not need, do not remember, whenever i, whenever it rains",
    ),
    preference: phrases(
      "no preference, new likes, got likes, likes on, likes and, more likes, preferred port, wants to finish|buy|know|meet|talk|call|see|check, likes received, loves to break",
    ),
    lesson: phrases(
      "lessons|learned from|about here, nothing learned, nothing new, have not learned, machine learning, lesson at, lesson on, lesson for, piano lesson, turns out fine, should have arrived",
    ),
    correction: phrases("corrected ~ typo, corrected the, corrected a, was corrected automatically"),
    identity: phrases("error name, file name is, branch name is, lives in src"),
  },
  doubts: phrases(
    "maybe, perhaps, might, possibly, could be, not sure, i wonder, wondering, unclear, what if, should we, shall we, supposedly, i think, i guess, it seems",
    "what about, could we, considering, thinking about, imagine, suppose, hypothetically, for example, as if",
  ),
  tasks: phrases(
    "todo, ^need to, needs to be done, ^next step, ^next steps, ^next, ^follow up, ^pending, ^remind, remind ~ tomorrow, by tomorrow, by tonight, by friday, tomorrow, to do, we need to, i need to, must finish, still open, tonight",
  ),
  momentary: phrases("currently, at the moment, right now, for now, at present, as of now, for the moment"),
  troubles: phrases(
    "error, errors, fails, fail, failure, timeout, timeouts, times out, crash, crashes, breaks, broken, hangs, blocked, refused, rejected, not supported, not possible, does not exist, do not exist, too long, too large, too slow, rate limit, rate limits, missing",
  ),
  profiles: phrases(
    "user profile, user profiles, user profile notes, about the user, about me, about you, about my human, personal profile, user info, user facts, personal facts, personal info, personal details, personal information, who i am, who you are, who the user is, user background, user context",
  ),
  insists: phrases(
    "never, always, must, do not, important, critical, mandatory, required, forbidden, prohibited, not allowed, without asking, make sure, from now on, warning, careful, should, may not, cannot, can not, at all times, essential",
  ),
  roles: phrases(
    "ceo, cfo, cto, coo, cmo, manager, boss, owner, founder, cofounder, director, lead, head, engineer, developer, designer, accountant, lawyer, attorney, doctor, dentist, therapist",
    "teacher, landlord, landlady, tenant, wife, husband, partner, girlfriend, boyfriend, fiancee, fiance, son, daughter, brother, sister, mother, father, mom, dad, aunt, uncle, cousin, friend, neighbor",
    "colleague, coworker, client, customer, contact, secretary, intern, contractor, investor, advisor, vendor, supplier, maintainer, reviewer, coach, mentor, treasurer, chair",
  ),
  links: phrases("is, as, became, was named, will be, works as"),
  noNames: phrases(
    "he, she, it, this, that, there, the, they, we, i, you, who, which, what, my, our, your, his, her, their, a, an, here, everything, nothing, everyone, status, one, each, no, today",
  ),
  finished: phrases(
    "^done, ^completed, ^finished, is done, was completed, is completed, has been completed, is finished, was finished, ^shipped, ^closed, ^resolved, status done, status completed, status complete",
  ),
  superseded: phrases(
    "superseded by, replaced by, no longer applies, no longer valid, no longer true, no longer in use, no longer used, ^obsolete, is obsolete, ^outdated, is outdated, ^superseded, out of date, ^deprecated by, ^retired",
  ),
  until: phrases(
    "until, till, expires, expires on, expired, expired on, valid until, valid through, ends, ended, deadline, due, due by, through",
  ),
  nothingNew: phrases(
    "no new, nothing new, nothing to report, no change, no changes, no update, no updates, no activity, no messages, no replies, all clear, all quiet, all good, heartbeat ok, still down, still dead, not checked",
    "unchanged, no unread, no alerts, no errors, inbox empty, empty inbox, no mail, same as before, nothing urgent, everything ok, no response yet, nothing pending, no notifications, quiet",
  ),
  checks: phrases(
    "^checked, ^heartbeat, heartbeat check, ^polled, ^pinged, ^uptime, ^health check, platform check, platform checks, platforms checked, status check, ^backup ok, ^backup finished, ^backup completed",
    "^backup ran, ^cron ran, ^synced, ^sync ok, ^scan complete, ^scanned, ^inbox, ^ran ~ tests, ^build ok, ^build passed, ^disk, ^cpu, ^memory usage, ^notifications, ^unread, heartbeats, ^feed, checks",
  ),
  counted: phrases(
    "replies, likes, reply, like, mentions, mention, notifications, notification, messages, message, emails, mails, tests, passed, passing, failed, failures, errors, warnings, commits, files, matches, followers, views",
    "unread, items, comments, posts, requests, retries, restarts, events, alerts, runs, rows, records, jobs, tasks, checks, new, pending, swipes, upvotes, karma, points, ms, seconds, lines, results",
  ),
  particulars: phrases(
    "title, link, url, topic, subject, posted, published, commit, commits, branch, pr, pull request, session, session id, session key, source, duration, time, date, timestamp, status, file, files, messages, actions, path, url, link, size, version, location, priority, result, output, created, updated, from, to, next, next step, goal, progress, context, trigger, major, minor, nitpick, trivial, gain, benefit, mitigation, impact, priority, title",
  ),
  credentials: phrases(
    "password, passwd, passphrase, pwd, pass, secret, token, api key, access key, private key, key, pin, credentials, login, root, recovery code, seed phrase",
  ),
};

// French: the words by which a statement in French shows what it is.

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

// German: the words by which a statement in German shows what it is.

export const german: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("korrektur, korrekturen, berichtigung, richtigstellung"),
    decision: phrases(
      "entscheidung, entscheidungen, entschieden, beschluss, beschlüsse, beschlossen, vereinbarung, vereinbart, abgemacht, festgelegt, verworfen, abgelehnt, zurückgestellt",
      "*entscheidung, *entscheidungen, *beschluss, *beschlüsse, *vereinbarung, *vereinbarungen",
      "konsens, einstimmig",
      "gewählt, ausgewählt",
    ),
    rule: phrases(
      "regel, regeln, vorgabe, vorgaben, richtlinie, grundsatz, grundsätze, wichtig, kritisch, achtung, niemals, immer, pflicht, verboten",
      "richtlinien, prinzip, prinzipien, konvention, konventionen, leitplanken, vereinbarter ablauf, arbeitsweise, *regel, *regeln, *vorgabe, *vorgaben, *richtlinie, *richtlinien, *grundsatz, *grundsätze, *prinzip, *prinzipien",
      "standardverhalten, standardablauf",
    ),
    lesson: phrases(
      "lektion, lektionen, lehre, lehren, erkenntnis, erkenntnisse, gelernt, merke, stolperfalle, stolperfallen, befund, entdeckung, entdeckungen, ursache, grundursache, fazit, hürde, hürden, was gut lief, was schief lief, beim nächsten mal, *erkenntnis, *erkenntnisse",
    ),
    preference: phrases(
      "vorliebe, vorlieben, präferenz, präferenzen, wunsch, wünsche, mag, mag nicht, abneigung, abneigungen",
      "bevorzugt, bevorzugte, bevorzugter, bevorzugtes, kommunikationsstil, arbeitsstil, schreibstil, langfristiges ziel",
    ),
    identity: phrases("name, vorname, nachname, anrede, pronomen, zeitzone, geburtstag, geboren, muttersprache"),
    person: phrases("personen, kontakte, familie, leute"),
    fact: phrases("fakt, fakten, tatsache"),
  },
  unlabels: phrases(
    "offen, offene, ausstehend, nötig, fehlt, nächste, nächster, keine, der datei, datei, projekt, status",
  ),
  says: {
    correction: phrases(
      "hat mich korrigiert, korrigierte mich, ich lag falsch, war falsch im, war falsch in, stand falsch in, stand falsch im, ich habe mich geirrt, das war falsch, wir lagen falsch, nicht ~ sondern, stimmt nicht ~ sondern, hat mich berichtigt",
    ),
    decision: phrases(
      "haben entschieden, hat entschieden, habe entschieden, haben ~ entschieden, hat ~ entschieden, wurde entschieden, wir entschieden, entschieden uns, haben beschlossen, haben ~ beschlossen, wurde beschlossen, wir beschlossen",
      "haben vereinbart, haben ~ vereinbart, wir vereinbarten, haben uns geeinigt, haben uns ~ geeinigt, uns ~ geeinigt, uns geeinigt, wir bleiben bei, wir nehmen ~ statt, haben uns ~ entschieden, hat sich ~ entschieden, ist beschlossen, ist entschieden, wurde ~ beschlossen, wurde festgelegt, wurde vereinbart, fiel auf, wurde ~ vereinbart, entschied sich, ^verworfen, ^zurückgestellt, ^abgelehnt, umgestiegen auf, wurde verworfen",
    ),
    rule: phrases(
      "^niemals, ^nie, ^immer, ^kein ~ ohne, ^keine ~ ohne, ^nicht ~ ohne, ab sofort, von jetzt an, in zukunft, ab jetzt, künftig immer, künftig nur, darf nicht, dürfen nicht, darf nie, dürfen nie, darf niemals, darf ~ nicht, darf nur, dürfen nur, dürfen ~ nicht",
      "muss immer, müssen immer, muss ~ werden, müssen ~ werden, ist verboten, sind verboten, ist untersagt, ist nicht erlaubt, ist pflicht, unter keinen umständen, auf keinen fall, niemals ~ ohne, nie ~ ohne, immer ~ bevor, immer ~ vor, immer zuerst, nur nach ~ freigabe, nur mit ~ zustimmung, ^vor jedem, ^vor jeder",
      "ohne rückfrage, ohne freigabe, ohne zustimmung, ^bitte nie, ^bitte immer, soll immer, sollen immer, soll nie, sollen nie, wird nie, werden nie, werden immer, wird immer, muss zuerst, müssen zuerst, zwingend, muss vor, müssen vor, darf ~ niemals, darf ~ nie, darf ~ nur",
      "ausdrücklich gebeten, bat ausdrücklich, hat darum gebeten immer|nie, besteht darauf, besteht auf, bestand darauf, ist maßgeblich, ausschließlich, erforderlich vor",
      "dauerhaft deaktiviert, dauerhaft abgeschaltet, ist reserviert für, sind reserviert für, ^lieber ~ als, muss ~ sein, müssen ~ sein",
    ),
    lesson: phrases(
      "haben gelernt, habe gelernt, wir lernten, gelernt dass, daraus gelernt, es stellte sich heraus, hat sich herausgestellt, beim nächsten mal, nächstes mal, im nachhinein, funktioniert nur mit|wenn|auf, schlägt fehl wenn, hätten ~ sollen, hätte ~ sollen, die lehre daraus, die erkenntnis, stellte sich ~ heraus",
      "nur möglich mit|über|aus|wenn|in, unterstützt kein|keine|keinen|nicht, wird nicht unterstützt, werden nicht unterstützt, ^begrenzt auf, ^beschränkt auf, nicht kompatibel mit, geht nur mit|über|wenn",
      "lehnt ~ ab, akzeptiert kein|keine|keinen|nur, geht nicht aber, funktioniert nicht aber",
    ),
    preference: phrases(
      "bevorzugt, bevorzuge, zieht ~ vor, mag keine, mag keinen, mag kein, mag lieber, mag am liebsten, hätte lieber, hätte gern, am liebsten, lieblings, isst kein, isst keine, isst keinen, trinkt kein, trinkt keinen, hasst, liebt, möchte keine, möchte nicht, möchte lieber, will keine, wünscht sich, will nicht ~ werden, mag es nicht, mag es, trinkt lieber, arbeitet lieber, legt wert auf, will nur, wünscht, ist allergisch gegen",
      "vorliebe für, präferenz für, interessiert sich für, kein interesse an",
    ),
    identity: phrases(
      "ich heiße, mein name ist, nenn mich, du heißt, dein name ist, wohnt in, ist geboren, wurde geboren, arbeitet als, arbeitet bei, hat am ~ geburtstag, hat ~ geburtstag, zeitzone ist, sein name ist, ihr name ist",
    ),
  },
  denies: {
    decision: phrases(
      "noch nicht, nicht entschieden, unentschieden, müssen ~ entscheiden, muss ~ entscheiden, entscheiden wir, wird ~ entschieden, werden ~ entscheiden, ob wir, nichts entschieden, nichts beschlossen, keine entscheidung, bevor ~ entschieden, sobald ~ entschieden",
    ),
    rule: phrases(
      "nie angekommen, nie gelaufen, nie getestet, nie gesehen, nie gehabt, nie gehört, nie geantwortet, nie fertig, nie zurück, immer noch, wie immer, fast immer, fast nie, immer wieder, immer mehr, immer schon, immer größer, muss noch, müssen noch, muss ich noch, kam nie, lief nie, wurde nie, war nie, hat nie, war immer, wurde immer, hatte immer",
    ),
    preference: phrases("keine vorliebe"),
    correction: phrases("tippfehler korrigiert, nicht nur ~ sondern"),
    lesson: phrases("maschinelles lernen, nichts gelernt"),
  },
  doubts: phrases(
    "vielleicht, eventuell, möglicherweise, könnte, könnten, ich glaube, vermutlich, wahrscheinlich, sollten wir, unklar, was wäre wenn, angenommen, frage mich, zum beispiel, überlegen ob, wäre",
  ),
  tasks: phrases(
    "todo, ^noch zu tun, ^nächster schritt, ^nächste schritte, muss ich noch, müssen wir noch, muss noch, müssen noch, bis morgen, morgen, bis freitag, ^offen, heute abend",
  ),
  momentary: phrases("aktuell, derzeit, momentan, zurzeit, im moment, gerade, vorläufig"),
  troubles: phrases(
    "fehler, schlägt fehl, fehlgeschlagen, bricht ab, hängt, stürzt ab, zeitüberschreitung, timeout, timeouts, kaputt, blockiert, existiert nicht, existieren nicht, geht nicht, gehen nicht, nicht möglich, nicht unterstützt, zu lang, zu groß, zu langsam, fehlt, fehlen",
  ),
  profiles: phrases(
    "nutzerprofil, benutzerprofil, über mich, über den nutzer, über die nutzerin, über dich, zur person, persönliches, persönliche daten, steckbrief, wer ich bin",
  ),
  insists: phrases(
    "nie, niemals, immer, muss, müssen, darf, dürfen, wichtig, kritisch, zwingend, verboten, pflicht, ^nicht, nicht ohne, bitte nicht, ^kein ~ ohne, ^keine ~ ohne, achtung, soll, sollen, unbedingt, ab sofort, auf keinen fall",
  ),
  roles: phrases(
    "chef, chefin, geschäftsführer, geschäftsführerin, leiter, leiterin, leitet, inhaber, inhaberin, gründer, gründerin, finanzchef, finanzchefin, buchhalter, buchhalterin, steuerberater, steuerberaterin, anwalt, anwältin, arzt, ärztin, hausarzt, zahnarzt, zahnärztin, lehrer, lehrerin",
    "vermieter, vermieterin, frau, ehefrau, mann, ehemann, partner, partnerin, freund, freundin, sohn, tochter, bruder, schwester, mutter, vater, tante, onkel, kollege, kollegin, kunde, kundin, ansprechpartner, ansprechpartnerin, assistentin, assistent, entwickler, entwicklerin, praktikant, praktikantin, nachbar, nachbarin, hebamme, trainer, trainerin, kassenwart",
  ),
  links: phrases("ist, als, wird, wurde"),
  noNames: phrases(
    "er, sie, es, das, der, die, ein, eine, wir, ich, du, ihr, mein, meine, unser, unsere, dein, deine, sein, seine, hier, dies, dieser, diese, dieses, alles, nichts, jeder, wer, was, kein, keine, heute",
  ),
  finished: phrases(
    "^erledigt, ^fertig, ^abgeschlossen, ist erledigt, ist abgeschlossen, wurde abgeschlossen, ist fertig, status erledigt, status abgeschlossen",
  ),
  superseded: phrases(
    "ersetzt durch, abgelöst durch, abgelöst von, gilt nicht mehr, nicht mehr gültig, nicht mehr aktuell, ^veraltet, ist veraltet, ^überholt, ist überholt, ^hinfällig, ist hinfällig, wird nicht mehr benutzt",
  ),
  until: phrases(
    "bis, bis zum, gültig bis, läuft ab am, abgelaufen am, frist, endet am, endete am, fällig am, fällig",
  ),
  nothingNew: phrases(
    "keine neuen, keine neue, kein neuer, kein neues, nichts neues, keine änderung, keine änderungen, keine nachrichten, keine mails, alles ruhig, alles ok, alles in ordnung, unverändert, keine fehler, posteingang leer, nicht geprüft, keine vorkommnisse, keine antwort",
  ),
  checks: phrases(
    "^geprüft, ^überprüft, ^postfach, ^backup ok, ^backup fertig, ^sicherung ok, ^sicherung fertig, ^sicherung gelaufen, ^abgerufen, ^lebenszeichen, ^statusprüfung, ^synchronisiert, ^posteingang, ^tests gelaufen, prüfungen, systemprüfung",
  ),
  counted: phrases(
    "antworten, nachrichten, mails, erwähnungen, fehler, warnungen, tests, bestanden, fehlgeschlagen, dateien, aufrufe, kommentare, beiträge, neue, ungelesen, ungelesene, zeilen, anfragen, meldungen, sekunden, durchläufe, treffer",
  ),
  particulars: phrases(
    "titel, link, thema, betreff, veröffentlicht, dauer, zeit, datum, quelle, stand, dateien, datei, zweig, größe, ergebnis, nächster schritt, ziel, fortschritt",
  ),
  credentials: phrases("passwort, kennwort, geheimnis, schlüssel, zugangsdaten, pin, token, zugangscode, anmeldung"),
};

// Spanish: the words by which a statement in Spanish shows what it is.

export const spanish: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("corrección, correcciones, rectificación"),
    decision: phrases(
      "decisión, decisiones, decidido, acordado, acuerdo, acuerdos, rechazado, rechazada, descartado, descartada, aplazado, aplazada",
      "consenso, unánime, unanimidad",
      "elegido, elegida",
    ),
    rule: phrases(
      "regla, reglas, norma, normas, importante, crítico, atención, nunca, siempre, obligatorio, prohibido, restricción, restricciones, política",
      "políticas, principio, principios, convención, convenciones, directriz, directrices, buena práctica, buenas prácticas, flujo acordado, flujo establecido, proceso acordado, pauta, pautas",
      "comportamiento por defecto, modo por defecto",
    ),
    lesson: phrases(
      "lección, lecciones, descubrimiento, descubrimientos, aprendizaje, aprendizajes, aprendido, moraleja, conclusión, hallazgo, causa raíz, limitación conocida, qué funcionó, qué falló, la próxima vez, retrospectiva",
    ),
    preference: phrases(
      "preferencia, preferencias, prefiere, gustos, le gusta, no le gusta",
      "preferido, preferida, estilo de comunicación, estilo de trabajo, objetivo a largo plazo",
    ),
    identity: phrases("nombre, apellido, pronombres, zona horaria, cumpleaños, nacido, nacida, lengua materna"),
    person: phrases("personas, contactos, familia"),
    fact: phrases("hecho, hechos"),
  },
  unlabels: phrases(
    "pendiente, pendientes, abierta, abiertas, próxima, ninguna, archivo, del archivo, fichero, proyecto, automático, falta",
  ),
  says: {
    correction: phrases(
      "me corrigió, me ha corregido, me equivoqué, estaba equivocado, estaba equivocada, nos equivocamos, no ~ sino, eso era falso, estaba mal en, no ~ como había anotado, me ha rectificado",
    ),
    decision: phrases(
      "decidimos, hemos decidido, ha decidido, decidió, decidieron, se decidió, se ha decidido, está decidido, acordamos, hemos acordado, se acordó, acordaron, elegimos, eligió, hemos elegido, optamos por, optó por, nos quedamos con, vamos a usar, quedamos en, se aprobó, se ha acordado, seguimos con, ^descartado, ^rechazado, ^aplazado, queda descartado, se descarta, se descartó",
    ),
    rule: phrases(
      "^nunca, ^siempre, ^jamás, ^ningún ~ sin, ^ninguna ~ sin, ^nada de ~ sin, ^no ~ sin, a partir de ahora, de ahora en adelante, en adelante, no se debe, no se puede ~ sin, nunca se, siempre se, no debe, no deben, debe ser, deben ser, debe estar, deben estar, debe pasar, siempre hay que, hay que ~ antes, no hay que",
      "está prohibido, está prohibida, están prohibidos, queda prohibido, es obligatorio, son obligatorios, es obligatoria, bajo ningún concepto, en ningún caso, sin preguntar, sin permiso, sin aprobación, sin autorización, sin su visto bueno, ^preguntar ~ antes, ^pregunta ~ antes, ^evitar, ^evita, antes de cada, nunca ~ sin",
      "siempre ~ antes, solo después de, sólo después de, solo con ~ permiso, ^no uses, ^no borres, ^no envíes, ^no publiques, ^no toques, ^no compartas, ^no hagas, ^no subas, ^no ejecutes, ^no escribas, ^no llames, ^no borrar, ^no usar, ^no enviar, ^no tocar, debe siempre, deben siempre, asegúrate de, debe hacerse, deben hacerse",
      "pidió explícitamente, pidió expresamente, pide siempre, pidió que siempre|nunca|no, exige que, insiste en, fuente de verdad, requerido antes, requerida antes, únicamente, exclusivamente",
      "desactivado permanentemente, desactivada permanentemente, está reservado para, está reservada para, ^más vale",
    ),
    lesson: phrases(
      "aprendimos, aprendí, hemos aprendido, he aprendido, aprendido que, resulta que, resultó que, la próxima vez, en retrospectiva, solo funciona con|si|cuando, sólo funciona con|si|cuando, falla si|cuando, deberíamos haber, debería haber, la lección, nos enseñó, me enseñó, tendríamos que haber",
      "solo es posible, solo posible con|desde|si, no es compatible, no soporta los|las|el|la, no admite, ^limitado a, ^limitada a, incompatible con, único método, única forma",
      "rechaza, no acepta, solo acepta, sólo acepta, no funciona pero",
    ),
    preference: phrases(
      "prefiere, prefiero, preferiría, favorito, favorita, le gusta, le gustan, no le gusta, no le gustan, odia, detesta, le encanta, le encantan, no quiere, quiere que, no come, no bebe, no soporta, le molesta, le molestan, es alérgico, es alérgica, es vegetariano, es vegetariana, quiere respuestas",
      "preferencia por, se interesa por, interesado en, interesada en, no le interesa, le interesa",
    ),
    identity: phrases(
      "me llamo, mi nombre es, llámame, te llamas, tu nombre es, se llama, vive en, nació en, nació el, trabaja como, trabaja en, zona horaria es, cumpleaños es, cumple años",
    ),
  },
  denies: {
    decision: phrases(
      "aún no, todavía no, no se ha decidido, no hemos decidido, sin decidir, por decidir, hay que decidir, tenemos que decidir, falta decidir, decidir si, no se decidió, ninguna decisión, nada decidido, antes de decidir, no decidimos, no ha decidido, cuando decidimos, no se decidió nada",
    ),
    rule: phrases(
      "nunca llegó, nunca respondió, nunca funcionó, nunca se ejecutó, nunca terminó, nunca vi, nunca había, nunca ha, nunca he, como siempre, casi siempre, casi nunca, siempre fue, siempre estuvo, siempre ha, desde siempre, nunca fue, nunca estuvo, siempre era, nunca apareció, nunca volvió, nunca contestó",
    ),
    preference: phrases("sin preferencia, me gusta nuevos, nuevos me gusta"),
    correction: phrases("corrigió una errata, no sólo ~ sino, no solo ~ sino"),
    lesson: phrases("aprendizaje automático, nada aprendido"),
  },
  doubts: phrases(
    "quizás, quizá, tal vez, podría, podríamos, a lo mejor, creo que, probablemente, parece que, deberíamos, no está claro, supongamos, por ejemplo, me pregunto, posiblemente, y si",
  ),
  tasks: phrases(
    "por hacer, ^próximo paso, ^próximos pasos, queda por, falta por, mañana, antes del viernes, esta noche, tengo que, ^pendiente, tenemos que, ^recordar",
  ),
  momentary: phrases("actualmente, por ahora, de momento, en este momento, por el momento, ahora mismo"),
  troubles: phrases(
    "error, errores, falla, fallan, fallo, fallos, timeout, se cuelga, se bloquea, bloqueado, roto, no existe, no existen, no es posible, imposible, no soportado, no admite, demasiado largo, demasiado largos, demasiado lento, falta, faltan",
  ),
  profiles: phrases(
    "perfil de usuario, perfil del usuario, perfil de la usuaria, sobre mí, acerca de mí, sobre el usuario, datos personales, información personal, quién soy",
  ),
  insists: phrases(
    "nunca, siempre, jamás, debe, deben, importante, crítico, obligatorio, prohibido, no ~ sin, no debe, no se debe, ^no uses, ^no borres, ^no envíes, atención, únicamente, hay que, sin preguntar, a partir de ahora",
  ),
  roles: phrases(
    "director, directora, director financiero, directora financiera, dirige, jefe, jefa, gerente, dueño, dueña, fundador, fundadora, responsable, contable, contador, contadora, abogado, abogada, médico, médica, doctora, doctor, dentista, profesor, profesora, casero, casera, inquilino, esposa, esposo, mujer, marido",
    "pareja, novia, novio, hijo, hija, hermano, hermana, madre, padre, tía, tío, primo, prima, amigo, amiga, colega, compañero, compañera, cliente, clienta, contacto, asistente, secretaria, becario, becaria, desarrollador, desarrolladora, vecino, vecina, entrenador, entrenadora, tesorero, tesorera, notaria, notario",
  ),
  links: phrases("es, como, será, fue nombrado, fue nombrada"),
  noNames: phrases(
    "él, ella, esto, eso, el, la, los, las, un, una, nosotros, yo, tú, usted, mi, mis, nuestro, nuestra, su, sus, tu, todo, nada, aquí, quien, ningún, ninguna, este, esta, ese, esa, hoy, lo",
  ),
  finished: phrases(
    "^hecho, ^terminado, ^terminada, ^completado, ^completada, ^acabado, está terminado, está terminada, está hecho, se completó, ^cerrado, ^resuelto, estado completado",
  ),
  superseded: phrases(
    "sustituido por, sustituida por, reemplazado por, reemplazada por, ya no aplica, ya no es válido, ya no es válida, ya no se usa, ya no vale, ^obsoleto, es obsoleto, está obsoleto, ^caducado, ^desactualizado, está desactualizado, ya no es cierto",
  ),
  until: phrases(
    "hasta, hasta el, válido hasta, válida hasta, vence el, venció el, caduca el, caducó el, termina el, terminó el, fecha límite, plazo",
  ),
  nothingNew: phrases(
    "sin novedades, sin novedad, nada nuevo, sin cambios, ningún cambio, ningún mensaje, no hay nuevos, no hay nuevas, sin mensajes, sin correos, todo tranquilo, todo bien, todo en orden, sin errores, bandeja vacía, sin respuesta, no comprobado, ninguna novedad, sin alertas",
  ),
  checks: phrases(
    "^revisado, ^comprobado, ^verificado, ^bandeja, ^copia ok, ^copia terminada, ^copia de seguridad ok, ^copia de seguridad terminada, ^sincronizado, ^pruebas ejecutadas, comprobaciones, ^latido, ^consultado, revisiones",
  ),
  counted: phrases(
    "respuestas, mensajes, correos, menciones, errores, avisos, pruebas, superadas, fallidas, archivos, vistas, comentarios, nuevos, nuevas, sin leer, líneas, peticiones, segundos, notificaciones",
  ),
  particulars: phrases(
    "título, enlace, tema, asunto, publicado, duración, hora, fecha, fuente, estado, archivos, archivo, rama, tamaño, resultado, próximo paso, objetivo, contexto",
  ),
  credentials: phrases(
    "contraseña, clave, clave api, secreto, credenciales, token, pin, código de acceso, frase secreta",
  ),
};
