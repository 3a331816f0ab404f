/** Report: the whole evaluation in the order of the paper. */

import type { Report, Section } from "./document.js";
import type { Evaluation } from "./evaluation.js";
import { closingSection } from "./section-closing.js";
import { ablationSection, adversarialSection, taskSection, weightSection } from "./sections-ablation.js";
import { oracleSection, qualityTables, transcriptSection } from "./sections-quality.js";
import { eliminationSection, gateSection, lruSection, turnFigures } from "./sections-synthetic.js";

export function reportOf(evaluation: Evaluation): Report {
  const quality: Section = {
    heading: "Above the floor",
    says: [
      "Where two policies have no faults they still differ in what stands in the prompt. Utility is the sum of U(p, r) over what is resident, by the weights of pagefile for every policy; idle tokens stand on pages that no turn ever demands.",
    ],
    tables: qualityTables(evaluation),
    plots: turnFigures(evaluation),
  };
  return {
    title: "Pagefile: the evaluation of the paper, run again",
    intro: introOf(evaluation),
    sections: [
      gateSection(evaluation),
      eliminationSection(evaluation),
      ablationSection(evaluation),
      lruSection(evaluation),
      weightSection(evaluation),
      taskSection(evaluation),
      adversarialSection(evaluation),
      transcriptSection(evaluation),
      oracleSection(evaluation),
      quality,
      closingSection(evaluation),
    ],
  };
}

function introOf({ seed, quick }: Evaluation): readonly string[] {
  const numbered =
    "Tables are numbered as in the paper (ClawVM, section 5 and Appendix B). Table 11 needs a production agent and is not run. The workloads are generated from a seed by our own generators, so shapes compare and digits do not.";
  const ran = `Seed ${seed}. Everything here is deterministic: the same program and the same transcripts give the same bytes.`;
  return [numbered, quick ? `${ran} This is the quick run: fewer budgets, tasks and lengths.` : ran];
}
