/** Recall: a bench for questions: what is found and by which parts of its score, what was cut and why, and what a prompt would be given. */

import { html } from "htm/preact";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Answer, PageAnswer, RecallAnswer } from "../shape.js";
import { type Drawn, drawAnswer, Empty, Line, quantity } from "./parts.js";
import { isStill, read, stillPages } from "./store.js";

export function Recall(): Drawn {
  const [text, type] = useState("");
  const [asked, ask] = useState("");
  const [answer, got] = useState<Answer<RecallAnswer> | null>(null);
  const send = (event: Event): void => {
    event.preventDefault();
    const question = text.trim();
    if (question === "") return;
    ask(question);
    got(null);
    if (isStill) got(foundIn(question));
    else void read<RecallAnswer>("recall", { q: question }).then(got);
  };
  return html`<section class="single" aria-label="Recall"><h1>Recall</h1>
    <form class="ask" onSubmit=${send}>
      <label for="question">${isStill ? "Words to look for in this file" : "A question, or what a person might type"}</label>
      <div class="row-of"><input id="question" type="search" value=${text} autocomplete="off" onInput=${(event: InputEvent) => type((event.target as HTMLInputElement).value)} /><button type="submit" class="main-button">Ask</button></div>
    </form>
    ${asked === "" ? html`<${Empty}>Ask something to see what the memory would answer, and why.<//>` : drawAnswer(answer, (value) => html`<${Found} answer=${value} asked=${asked} />`)}
  </section>` as VNode;
}

/** Without a server: pages that hold all of the words, and no score. */
function foundIn(question: string): Answer<RecallAnswer> {
  const words = question.toLowerCase().split(/\s+/);
  const pages = stillPages<PageAnswer>().filter(({ source }) =>
    words.every((word) => source.toLowerCase().includes(word)),
  );
  const rows = pages.slice(0, 20).map(({ page, source, body }) => ({
    ...{
      id: page.id,
      title: page.title,
      path: page.path,
      score: 0,
      snippet: source.slice(body).trim().slice(0, 400),
    },
    ...{ says: "It holds all of the words.", parts: {}, boosts: [] },
  }));
  const reason = `${quantity(pages.length, "page")} hold all of the words. A file has no ranking.`;
  return {
    ok: true,
    value: {
      status: "ok",
      reason,
      hint: "",
      tokens: 0,
      confidence: {},
      intent: "",
      pages: rows,
      left: [],
      given: [],
    },
  };
}

function Found({ answer, asked }: { readonly answer: RecallAnswer; readonly asked: string }): Drawn {
  const { reason, hint, confidence, intent, pages, left, given, tokens } = answer;
  const { overall, ...parts } = confidence;
  const best = Math.max(0.0001, ...pages.map(({ score }) => score));
  return html`<div>
    <p><strong>${reason}</strong> ${hint} ${intent === "" ? null : html`<span class="dim">Understood as: ${intent}.</span>`}</p>
    ${overall === undefined ? null : html`<p class="facts"><span>confidence <strong>${percent(overall)}</strong></span>${Object.entries(parts).map(([name, share]) => html`<span class="dim">${name} ${percent(share)}</span>`)}<span class="dim">${quantity(tokens, "token")}</span></p>`}
    ${isStill ? null : html`<h2>What a prompt with these words would be given</h2>`}
    ${isStill ? null : given.length === 0 ? html`<${Empty}>Nothing: no entry answers it well enough.<//>` : html`<ul class="reasons">${given.map(({ page, text, score }) => html`<li><span class="why">${text}</span><span class="amount">${page === null ? "heard, not kept yet" : html`<a href=${`#/pages/${encodeURIComponent(page)}`}>${page}</a>`}</span><span class="amount">${score.toFixed(2)}</span></li>`)}</ul>`}
    <h2>What is found</h2>
    ${
      pages.length === 0
        ? html`<${Empty}>Nothing.<//>`
        : pages.map(
            ({ id, title, score, snippet, says, parts: shares, boosts }) => html`<article class="card" key=${id}>
      <header><div class="what"><a href=${`#/pages/${encodeURIComponent(id)}`}><strong>${title}</strong></a></div>${score === 0 ? null : html`<span class="amount">${score.toFixed(3)}</span>`}</header>
      ${
        score === 0
          ? null
          : html`<div class="bar thin" role="img" aria-label=${Object.entries(shares)
              .map(([name, share]) => `${name} ${percent(share)}`)
              .join(", ")}>
        ${Object.entries(shares)
          .filter(([, share]) => share > 0)
          .map(
            ([name, share], at) =>
              html`<span class=${`piece part${at}`} style=${{ flexGrow: (share * score) / best }} title=${`${name} ${percent(share)}`}></span>`,
          )}<span class="piece free" style=${{ flexGrow: 1 - score / best }}></span></div>
      <p class="facts dim">${Object.entries(shares)
        .filter(([, share]) => share > 0)
        .map(
          ([name, share]) => html`<span>${name} ${percent(share)}</span>`,
        )}${boosts.map(({ says: why, factor }) => html`<span>× ${factor} ${why}</span>`)}</p>`
      }
      <div class="quote">${snippet}</div><p class="dim">${says}</p></article>`,
          )
    }
    ${left.length === 0 ? null : html`<details><summary>Found, and left out (${left.length})</summary><ul class="reasons">${left.map(({ id, reason: why }) => html`<li key=${id}><a href=${`#/pages/${encodeURIComponent(id)}`}>${id}</a><span class="why">${why.replaceAll("_", " ")}</span></li>`)}</ul></details>`}
    <${Line} line=${`pagefile recall '${asked.replaceAll("'", "'\\''")}' --explain`} />
  </div>` as VNode;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
