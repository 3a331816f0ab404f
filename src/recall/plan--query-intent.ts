/** QueryIntent: what kind of answer a question wants, by the words it is asked with. */

/** `lookup` is bare words; the others are questions. */
export const intents = [
  "lookup",
  "fact",
  "event",
  "decision",
  "how",
  "why",
  "preference",
  "state",
  "measure",
] as const;
export type Intent = (typeof intents)[number];

/**
 * Cues in the order in which they decide: a question about yesterday's heart rate wants a measure, one that asks when a decision was
 * made wants the event, and what was decided is asked of decisions. A cue of several words must stand together.
 */
const cues: readonly (readonly [intent: Intent, words: string])[] = [
  [
    "measure",
    "how many steps|heart rate|step count|average|per day|trend|bpm|slept|hours of sleep|anomaly|anomalies|puls|schritte|心率|步数|歩数",
  ],
  [
    "state",
    "working on|right now|next step|current task|open tasks|what is open|in progress|todo|gerade|aktuell|nächster schritt|现在|目前|現在",
  ],
  ["why", "why|because|reason|rationale|warum|wieso|weshalb|为什么|為什麼|なぜ"],
  ["event", "when|happened|last time|ago|yesterday|wann|passiert|gestern|什么时候|什麼時候|いつ|昨天|昨日"],
  [
    "how",
    "how do|how to|how can|how should|steps to|procedure|wie kann|wie mache|anleitung|怎么|怎麼|如何|どうやって",
  ],
  [
    "decision",
    "decide|decided|decision|decisions|agree|agreed|choose|chose|chosen|settle on|settled on|entscheidung|entschieden|beschlossen|vereinbart|决定|決定|決め",
  ],
  ["event", "did we|did i|did you"],
  [
    "preference",
    "prefer|prefers|preferred|preference|like|likes|favorite|usually|always|never|bevorzugt|mag|lieber|喜欢|喜歡|偏好|好き",
  ],
  ["fact", "what|who|where|which|whose|is|are|does|do|was|wer|wo|welche|welcher|welches|谁|誰|哪|どこ"],
];

const compiled = cues.map(([intent, words]) => ({ intent, cues: words.split("|") }));

export function intentOf(text: string): Intent {
  const low = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  for (const { intent, cues } of compiled) if (cues.some((cue) => low.includes(spaced(cue)))) return intent;
  return /[?？]\s*$/u.test(text) ? "fact" : "lookup";
}

/** Writing without spaces has no word ends to look for. */
function spaced(cue: string): string {
  return /^[\p{Script=Latin} ]+$/u.test(cue) ? ` ${cue} ` : cue;
}
