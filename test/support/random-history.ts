/** RandomHistory: repositories with a long random past that know what an audit is to say of each commit. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { TestRepo } from "./git-repo.js";
import { manual, type Page, Story, storyConfig, storySecret } from "./random-story.js";

interface Scene {
  readonly story: Story;
  readonly pick: number;
  /** A page that is not pinned, and the same with one entry more. */
  readonly page: Page;
  readonly grown: Page;
  /** Any page. */
  readonly other: Page;
  readonly hard: Page;
}

/** Work that an audit has nothing to say of, or that it only notes. */
const honest: Readonly<Record<string, (scene: Scene) => void>> = {
  create: ({ story, pick }) => story.create(pick % 3 === 0),
  append: ({ story, other }) => story.own("append", [[story.grown(other), other]]),
  batch: ({ story, other, page }) => story.own("append", story.both(other, page)),
  noop({ story, page, grown, other }) {
    story.own("append", [[grown, page], ...(other === page ? [] : [[other, other] as const])]);
  },
  archive: ({ story, page }) => story.archive(page),
  revert: ({ story, page }) => story.own("revert", [[story.shrunk(page), page]]),
  merge: ({ story, page, other }) => story.merge(page, other, "whole"),
  mergeDelete: ({ story, page }) => story.mergeDelete(page),
  handAdd: ({ story, grown }) => story.hand([grown], ["hand_commit"]),
  handRemove({ story, page }) {
    const removed = page.entries.length > 0 ? ["removed_by_hand"] : [];
    story.hand([story.shrunk(page)], ["hand_commit", ...removed]);
  },
  manual: ({ story, page, grown }) => story.hand([grown], [], manual("edit", page)),
  allowed({ story, hard }) {
    const removed = hard.entries.length > 0 ? ["removed_by_hand"] : [];
    story.hand([story.shrunk(hard)], removed, [...manual("edit", hard), "Pagefile-Allow: DESTRUCTIVE_OP"]);
  },
  replay({ story, page, grown }) {
    story.own("append", [[grown, { ...page, version: page.version + 3 }, "replayed"]], "claim_replayed");
  },
};

const planted: Readonly<Record<string, (scene: Scene) => void>> = {
  secret: ({ story, page }) => story.once(page, `- key ${storySecret}`, ["hand_commit", "hook_bypassed"]),
  malformed: ({ story }) => story.scratch("---\nid: half\n", ["hand_commit", "hook_bypassed"]),
  session({ story }) {
    story.scratch("---\nid: scratch\nscope: session\n---\n- Here.\n", ["hand_commit", "hook_bypassed"]);
  },
  pinned({ story, hard }) {
    if (hard.entries.length > 0) story.hand([story.shrunk(hard)], ["hand_commit", "hook_bypassed"]);
  },
  gateSecret({ story, page, grown }) {
    story.own("append", [[{ ...grown, entries: [...page.entries, `- key ${storySecret}`] }, page]], "gate_bypassed");
    story.hand([{ ...page, version: grown.version }], ["hand_commit", "removed_by_hand"]);
  },
  message({ story }) {
    story.commit({ message: `Leak ${storySecret}\n`, files: [["notes.txt", `${story.word()}\n`]] });
    story.expect("hook_bypassed");
  },
  forgedRemoval({ story, page }) {
    if (page.entries.length > 0) story.own("append", [[story.shrunk(page), page]], "entry_vanished");
  },
  stray({ story, page, grown }) {
    const stray = story.grown(story.pages.find((each) => each !== page) as Page);
    story.own("append", [[grown, page]], "claim_false", [stray]);
  },
  wrongVersion({ story, page, grown }) {
    story.own("append", [[grown, { ...page, version: page.version + 5 }]], "claim_false");
  },
  wrongOutcome({ story, page, grown }) {
    story.own("append", [[grown, page]], "claim_false", [{ ...grown, version: grown.version + 7 }]);
  },
  claimOnly: ({ story, page, grown }) => story.own("append", [[grown, page, "claimed"]], "claim_false"),
  manualClaim({ story, page, grown }) {
    story.hand([grown], ["claim_false"], [...manual("edit", page), "Pagefile-Op: edit gone memory/gone.md"]);
  },
  lossyMerge: ({ story, page, other }) => story.merge(page, other, "ours"),
  unmake({ story }) {
    story.commit({ message: "No memory\n", files: [["pagefile.yaml", null]] });
    story.expect("config_removed");
    story.commit({ message: "A memory again\n", files: [["pagefile.yaml", storyConfig]] });
  },
};

const deeds: Readonly<Record<string, (scene: Scene) => void>> = { ...honest, ...planted };

/** What happens next, and to which page. */
interface Step {
  readonly what: string;
  readonly pick: number;
}

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ what: fc.constantFrom(...Object.keys(deeds)), pick: fc.nat(1_000) }),
  { minLength: 1, maxLength: 30 },
);

/** One step of every kind. */
export const everyStep: readonly Step[] = Object.keys(deeds).map((what, pick) => ({ what, pick }));

/** Plays the steps into `repo`; gives `code commit` of each remark an audit has to make, in no order. */
export function playHistory(repo: TestRepo, played: readonly Step[]): readonly string[] {
  const story = new Story();
  for (const { what, pick } of played) {
    const soft = story.pages.filter((page) => !page.pinned);
    const page = soft[pick % soft.length] as Page;
    const other = story.pages[pick % story.pages.length] as Page;
    const hard = story.pages.find((each) => each.pinned) as Page;
    deeds[what]?.({ story, pick, page, other, hard, grown: story.grown(page) });
  }
  const marks = join(repo.home, "marks");
  const ran = repo.tryGit(["fast-import", "--quiet", `--export-marks=${marks}`], story.stream());
  if (ran.status !== 0) throw new Error(ran.stderr);
  const oids = oidsIn(marks);
  repo.git("update-ref", "refs/heads/main", `${oids.get(story.tip)}`);
  repo.git("reset", "--quiet", "--hard");
  return story.expected.map(({ code, mark }) => `${code} ${oids.get(mark)}`);
}

function oidsIn(marks: string): ReadonlyMap<number, string> {
  const lines = readFileSync(marks, "utf8").trim().split("\n");
  return new Map(lines.map((line) => [Number(line.slice(1).split(" ")[0]), line.split(" ")[1] ?? ""]));
}
