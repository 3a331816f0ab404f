/** RecallPages: pages of about 1 KB whose words are as rare and as common as those of a language, the same for the same seed. */

export interface Written {
  readonly texts: readonly string[];
  /** Two or three words, drawn as the pages' words are but never the most common ones, which nobody searches by. */
  query(): string;
  /** Two of the most common words. */
  common(): string;
}

const vocabulary = 30_000;
const commonest = 100;

export function writtenPages(seed: number, count: number): Written {
  let state = seed;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const words = Array.from({ length: vocabulary }, (_, i) => spelled(i));
  // The n-th most common word stands about 1/n as often as the first.
  const drawn = (): number => Math.floor(vocabulary ** chance()) - 1;
  const line = (length: number): string => Array.from({ length }, () => words[drawn()]!).join(" ");
  const page = (i: number): string => {
    const sections = Array.from({ length: 3 }, () => `## ${line(2)}\n\n${line(24)}.\n\n- ${line(9)}\n- ${line(9)}\n`);
    return `# ${line(2)} ${i}\n\n${sections.join("\n")}`;
  };
  return {
    texts: Array.from({ length: count }, (_, i) => page(i)),
    common: () => `${words[Math.floor(chance() * commonest)]!} ${words[Math.floor(chance() * commonest)]!}`,
    query: () =>
      Array.from({ length: 2 + Math.floor(chance() * 2) }, () => words[Math.max(commonest, drawn())]!).join(" "),
  };
}

function spelled(number: number): string {
  let text = "";
  for (let rest = number + 3_600; rest > 0; rest = Math.floor(rest / 60)) {
    text += "bdfglmnprstz".charAt(rest % 12) + "aeiou".charAt(Math.floor(rest / 12) % 5);
  }
  return text;
}
