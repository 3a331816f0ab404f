/** Index: what a program imports from `pagefile`: open a memory, patch it, assemble from it. */

export {
  type Conversation,
  type ConversationAnswer,
  type ConversationOptions,
  type ConversationTool,
  openConversation,
} from "./agents/conversation.js";
export { type MemoryToolHandlers, type MemoryToolOptions, memoryTool } from "./agents/memory-tool.js";
export type { Instant, Oid, PageId, PagePath } from "./base/ids.js";
export { exitCodes, type Failure, type Outcome } from "./base/result.js";
export { type BlameAnswer, blame } from "./history/blame.js";
export { type LogAnswer, type LogRow, log } from "./history/log.js";
export { type DiffAnswer, diff, revert } from "./history/revert.js";
export { type VerifyAnswer, verify } from "./history/verify/views.js";
export { type AdoptAnswer, adopt, type InitAnswer, init, wireInit } from "./init/init.js";
export type { Workspace } from "./memory/workspace.js";
export type { DoctorAnswer } from "./night/audit/audit.js";
export { type StatusAnswer, status } from "./night/status.js";
export { type OpenOptions, openWorkspace } from "./open.js";
export type { Fidelity, Finding, Origin, PageType, Pin, Scope } from "./page/page.js";
export { type AssembleAnswer, assemble } from "./prompt/assemble.js";
export { type PageRow, type PagesAnswer, pages, type ShowAnswer, show } from "./prompt/parts.js";
export { type TraceAnswer, trace } from "./prompt/trace/read.js";
export type { Escalated, RecallAnswer, RecallPage } from "./recall/compose.js";
export { type RecallQuery, recall } from "./recall/recall.js";
export type {
  DropAnswer,
  FlushAnswer,
  HandCommit,
  JournalAnswer,
  JournalRow,
  Recovery,
  RejectedRow,
  SessionAnswer,
  SessionRow,
  SettledPage,
  WaitingRow,
} from "./session/cross.js";
export { flush } from "./session/flush.js";
export { sessionDrop, sessionList, sessionStart } from "./session/pages/session.js";
export { patch } from "./session/patch.js";
export { journal } from "./session/settle.js";
export { retryRejected, type StageAnswer, stage } from "./session/stage.js";
export { doctor } from "./upkeep/doctor.js";
export type { PatchAnswer } from "./write/commit/commit.js";
export {
  type Alternative,
  type ConflictRow,
  type ConflictsAnswer,
  type ResolveAnswer,
  resolve,
} from "./write/merge/conflicts.js";
export type { Patch } from "./write/patch.js";
