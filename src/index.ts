/** Index: what a program imports from `pagefile`: open a memory, patch it, assemble from it. */

export { type MemoryToolHandlers, type MemoryToolOptions, memoryTool } from "./agents/memory-tool--handlers.js";
export type { Instant, Oid, PageId, PagePath } from "./base/ids.js";
export { exitCodes, type Failure, type Outcome } from "./base/result.js";
export { doctor } from "./doctor.js";
export { type BlameAnswer, blame } from "./history/blame--blame.js";
export { type DiffAnswer, diff } from "./history/diff.js";
export { type LogAnswer, type LogRow, log } from "./history/log.js";
export { revert } from "./history/revert--revert.js";
export { type VerifyAnswer, verify } from "./history/verify/verify.js";
export { init } from "./init.js";
export { adopt } from "./init--adopt.js";
export type { AdoptAnswer, InitAnswer } from "./init--start-answers.js";
export { wireInit } from "./init--wire-init.js";
export type { Workspace } from "./memory/workspace.js";
export type {
  Alternative,
  ConflictRow,
  ConflictsAnswer,
  ResolveAnswer,
} from "./merge/conflicts--conflict-answers.js";
export { resolve } from "./merge/conflicts--resolve.js";
export type { DoctorAnswer } from "./night/audit/audit--audit-reports.js";
export { type StatusAnswer, status } from "./night/status.js";
export { type OpenOptions, openWorkspace } from "./open.js";
export type { Finding } from "./page/page--finding.js";
export type { Fidelity, Origin, PageType, Pin, Scope } from "./page/page--page.js";
export { type AssembleAnswer, assemble } from "./prompt/assemble--assemble.js";
export { type PageRow, type PagesAnswer, pages } from "./prompt/parts.js";
export { type ShowAnswer, show } from "./prompt/parts--show.js";
export { trace } from "./prompt/trace/read--trace.js";
export type { TraceAnswer } from "./prompt/trace/read--trace-answers.js";
export type { Escalated, RecallAnswer, RecallPage } from "./recall/compose--recall-answers.js";
export { type RecallQuery, recall } from "./recall/recall.js";
export type {
  FlushAnswer,
  JournalAnswer,
  JournalRow,
  Recovery,
  RejectedRow,
  SessionAnswer,
  SettledPage,
  WaitingRow,
} from "./session/cross.js";
export { flush } from "./session/flush.js";
export { sessionDrop } from "./session/pages/drop.js";
export type { DropAnswer, HandCommit, SessionRow } from "./session/pages/known.js";
export { sessionList, sessionStart } from "./session/pages/session.js";
export { journal } from "./session/patch.js";
export { patch } from "./session/patch--patch.js";
export { type StageAnswer, stage } from "./session/stage.js";
export { retryRejected } from "./session/stage--journal-retry.js";
export type { PatchAnswer } from "./write/commit/commit--commit-message.js";
export type { Patch } from "./write/patch.js";
