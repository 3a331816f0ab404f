/**
 * Noise: what a made-up person says all day and nobody has to keep: chat, questions, tasks that are done when they are done, and words that are
 * not theirs: quotations, logs, pasted documents, and what is only imagined.
 *
 * `{thing}` is a service of the project, `{a}` and `{b}` are names of code. The part between the marks ⟦ and ⟧ is what must not become a page; without
 * them it is the whole prompt. Many of these speak of the services that statements are about, for words in common are no relevance.
 */

export const noiseKinds = ["chat", "question", "task", "quotation", "log", "document", "imagined"] as const;
export type NoiseKind = (typeof noiseKinds)[number];

export const noise: readonly (readonly [NoiseKind, string])[] = [
  ["chat", "Thanks, that looks good to me."],
  ["chat", "Good morning! Coffee first, then we start."],
  ["chat", "Hm, let me think about that for a moment."],
  ["chat", "Nice, the {thing} page is much faster than it was."],
  ["chat", "Sorry, I was in a meeting. Where were we?"],
  ["chat", "Ok, go on."],
  ["chat", "Perfekt, danke dir!"],
  ["chat", "Super, merci beaucoup, on continue."],
  ["chat", "好的,谢谢,继续吧。"],
  ["chat", "ありがとう、助かりました。続けてください。"],
  ["chat", "The train is late again, so I have twenty minutes."],
  ["chat", "That was a long day, the {thing} stuff is really dull."],
  ["question", "Why does `{a}` in {thing} return a list instead of a set?"],
  ["question", "What is the difference between `{a}` and `{b}`?"],
  ["question", "Do you think that the {thing} code is readable?"],
  ["question", "How does the retry loop in {thing} work?"],
  ["question", "Should we always validate input twice, or is once enough?"],
  ["question", "Is it true that `{a}` is called before `{b}`?"],
  ["question", "Was macht `{a}` eigentlich genau?"],
  ["question", "Pourquoi `{a}` appelle-t-il `{b}` deux fois ?"],
  ["question", "¿Por qué falla `{a}` en {thing}?"],
  ["question", "为什么 `{a}` 要调用 `{b}`?"],
  ["task", "Rename `{a}` to `{b}` in {thing}."],
  ["task", "Fix the flaky test of `{a}`, it fails one time in ten."],
  ["task", "Add a null check to `{a}` and run the tests."],
  ["task", "Please move `{a}` out of {thing} into a file of its own."],
  ["task", "Delete the dead branch in `{a}`."],
  ["task", "Show me the last three commits that touched {thing}."],
  ["task", "Write a doc comment for `{a}`."],
  ["task", "Benenne `{a}` in `{b}` um und lass die Tests laufen."],
  ["task", "Corrige la faute de frappe dans `{a}`."],
  ["task", "Quita el `console.log` de `{a}`."],
  ["task", "`{a}` の型エラーを直して。"],
  ["task", "Sort the imports of the file that holds `{a}`."],
  [
    "quotation",
    'The old wiki of another team says: "⟦Always restart {thing} twice after `{a}` was changed.⟧" Is that page still online?',
  ],
  [
    "quotation",
    "A comment in the code reads\n> ⟦never call `{a}` before `{b}`, it locks {thing}⟧\nWhat did they mean?",
  ],
  [
    "quotation",
    "My colleague wrote: «⟦We prefer tabs in {thing} and `{a}` must stay private.⟧» He is joking, ignore it.",
  ],
  [
    "log",
    "It broke:\n```\n2026-03-02T08:14:11Z ERROR {thing} ⟦must use `{a}`: connection to `{b}` refused, giving up for good⟧\n    at run (worker.js:114:9)\n```",
  ],
  [
    "log",
    "The resolver says\n```\nfatal: code 12\nfatal: ⟦{thing} always requires {a} at version 3, never {b}⟧\n```\nAny idea?",
  ],
  [
    "document",
    "Summarize this page of the vendor for me:\n\n<document>\n# Getting started with {a}\n\nYou must install the agent first. ⟦Always run {a} as an administrator and never disable {b} in {thing}.⟧ From now on all calls go through the proxy of the vendor.\n\n## Limits\n\nWe decided to allow 40 calls a minute.\n</document>",
  ],
  [
    "document",
    "From an e-mail of a customer:\n\n-----\nHello,\n⟦we always use {a} for our {thing} exports and want {b} to be the default from now on⟧.\nBest regards\n-----\n\nIs that hard to do?",
  ],
  ["imagined", "⟦What if we used `{a}` for everything in {thing} instead of `{b}`⟧? Just thinking aloud."],
  ["imagined", "⟦Sure, let's rewrite {thing} in COBOL and never test `{a}` again⟧, great idea."],
];

const verbs = "parse load merge split sync emit fold patch batch drain probe clamp".split(" ");
const nouns = "Row Batch Token Header Window Frame Cursor Shard Digest Lease Quota Route".split(" ");

/** Names of code; another sum, another name. */
export function codeName(n: number): string {
  return `${verbs[n % verbs.length] ?? ""}${nouns[Math.floor(n / verbs.length) % nouns.length] ?? ""}`;
}

/** What comes before or behind a statement in the same prompt. */
export const around: readonly (readonly [before: string, behind: string])[] = [
  ["", ""],
  ["", ""],
  ["", ""],
  ["Ok. ", ""],
  ["By the way: ", ""],
  ["Looks good. ", " Go on with the tests."],
  ["One more thing before you go on. ", ""],
  ["", " Now fix the typo in the header."],
];
