/** English: the words by which a statement in English shows what it is. */

import { type Lexicon, phrases } from "./cjk-words--lexicon.js";

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
    fact: phrases(
      "is, are, has, have, uses, runs on, lives at, costs, belongs to, lies in, stands for, means, holds, contains, needs, takes, listens on, closes at, opens at",
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
