/** Index: what a program imports from `pagefile`: open a memory, patch it, assemble from it. */

export type { Failure, Outcome } from "./base/failure.js";
export { exitCodes } from "./base/failure.js";
export type { Instant, Oid, PageId, PagePath } from "./base/ids.js";
export { type OpenOptions, openWorkspace, wireInit } from "./entry/wire.js";
export { doctor } from "./entry/wire-doctor.js";
export { adopt } from "./flow/adopt.js";
export type * from "./flow/answers.js";
export { assemble } from "./flow/assemble.js";
export { blame } from "./flow/blame.js";
export { diff } from "./flow/diff.js";
export { flush } from "./flow/flush.js";
export { init } from "./flow/init.js";
export { journal } from "./flow/journal.js";
export { log } from "./flow/log.js";
export { pages } from "./flow/pages.js";
export { patch } from "./flow/patch.js";
export { revert } from "./flow/revert.js";
export { show } from "./flow/show.js";
export { stage } from "./flow/stage.js";
export { status } from "./flow/status.js";
export { trace } from "./flow/trace.js";
export { verify } from "./flow/verify.js";
export type { Workspace } from "./flow/workspace.js";
export type { Finding } from "./page/finding.js";
export type { Fidelity, Origin, PageType, Pin, Scope } from "./page/page.js";
export type { Patch } from "./writeback/patch.js";
