/** Thresholds: every number a night goes by, each with where it comes from. */

/** "protocol" is the layered memory protocol this follows; "ours" is a choice of this program, with its reason. */
export const thresholds = {
  /** Ours, where neither the owner nor the harness says what is loaded of MEMORY.md: the strictest of the harnesses' own limits. */
  memoryLinesMax: 200,
  /** Protocol, forgetting table: observations over 100 lines are trimmed … */
  observationLinesMax: 100,
  /** … to 60. */
  observationLinesKept: 60,
  /** Protocol: of the observations, entries without a tag go once they are older than this. */
  observationDaysMin: 7,
  /** Protocol: daily logs leave after 14 days, extracted first. */
  logDaysMax: 14,
  /** Protocol, what pruning deletes first: tasks that were completed more than this ago. */
  doneDaysMin: 7,
  /** Protocol, third design decision: nothing younger is judged, because a promotion of the same night would be. */
  immuneHours: 24,
  /** Ours, after reports of curators that deleted most of a file in one run: a quarter of its entries a night at most. */
  trimmedShareMax: 0.25,
  /** Protocol: 3 to 8 a night. Statements of one episode … */
  promotedSinglesMax: 5,
  /** … and of several, so that a busy day does not crowd out what keeps coming back. */
  promotedMergedMax: 3,
  /** Ours: places of a night for the oldest of what waits in logs that are due to leave, so that nothing waits for ever. */
  promotedDueMin: 2,
  /** Ours: how sure the memory is of what came back on any number of days: where somebody marked it as worth keeping, and where nobody did. */
  confidenceMarkedMax: 0.97,
  confidenceToldMax: 0.9,
  /** Ours: how many characters of a statement that came from several sentences, or has more below it, nobody asked to be kept whole. */
  gistCharsMax: 900,
  /** Ours: the share of words in common, numbers and negations aside, with which two statements are of one matter. */
  matterOverlap: 0.7,
  /** Ours: the same for two of the logs, which tell of two occasions unless they are nearly one sentence. */
  opposedOverlap: 0.9,
  /** Ours: how many that wait a night tells in words, and a person is shown at once. */
  toldMax: 8,
  /** Ours: how many a person is asked about before the first of them are settled: more than anybody reads. */
  comingMax: 200,
  /** Ours: how many are put in order by what they add, enough for some that cannot be placed. */
  promotedOrderedMax: 24,
  /** Ours: words that nobody tagged are promoted only where they came back on this many days. */
  untaggedDaysMin: 3,
  /** Ours: the share of words two texts have in common to be one episode told twice. */
  episodeOverlap: 0.6,
  /** Ours: the share of a statement's words that a kept entry has, for the statement to be known. */
  knownOverlap: 0.85,
  /** Ours: the share of a model's words that the entries it names have to have. */
  groundedShare: 0.6,
  /** Ours: what one question to a model holds; the newest of a longer backlog. */
  shownEntriesMax: 60,
  /** Ours: a statement is one sentence or two; longer entries are logs and stay in the log. */
  statementCharsMax: 320,
  /** Ours: trailers name a hundred pages, and what a commit did has to be readable in it. */
  archivedPagesMax: 100,
  /** Ours, after a curator that promoted nothing for sixty days unseen. */
  stalledNights: 3,
  /** Ours: how far back a page that went without a word is told of. */
  goneDaysMax: 30,
  /** Protocol: files are held against each other once a week. */
  consistencyDays: 7,
  /** Ours: entries with fewer words of their own agree or differ by accident. */
  claimWordsMin: 3,
  /** Ours: what stands in more files than this is the form they are written in. */
  formFilesMax: 2,
  /** Ours: so many entries in common, and this share of the smaller file, make one of two files a copy of the other in part. */
  copiedMin: 3,
  copiedShareMin: 0.25,
  /** Ours: so many words, or twice as many characters of scripts without spaces, are not put alike twice by accident. */
  longStatement: 16,
  /** Protocol, audit check 8: files are flagged at 90 % of what is loaded of them. */
  nearShare: 0.9,
  /** Protocol, audit check 1. */
  sessionStateHoursMax: 24,
  /** Protocol, audit check 5. */
  fileDaysMax: 7,
  /** Protocol, audit check 6. */
  memoryDaysMax: 3,
  /** Protocol: at these shares of the context the buffer takes what is unsaved, what waits is committed, … */
  checkpointBuffer: 0.6,
  checkpointFlush: 0.75,
  /** … and everything goes to the day's log and the session's state. */
  checkpointDump: 0.8,
  /** Ours: a day ends in the last time zone at noon UTC of the next. */
  dayEndsAfterHours: 36,
  /** Iglewicz and Hoaglin (1993), for the score by median and median deviation: beyond it a reading is no part of the usual. */
  anomalyScore: 3.5,
  /** Ours: of fewer readings a day the spread says little … */
  anomalyReadingsMin: 20,
  /** … and what comes again more often than this a day, and than once in twenty readings, is usual. */
  anomalyRunsMax: 2,
  anomalyShareMax: 0.05,
  /** Ours: a day is held against this many days before it … */
  anomalyDaysBack: 28,
  /** … where half of them have readings. */
  anomalyDaysMin: 14,
  /** Ours: how many anomalies a day's page tells of, the furthest first, and how many rows on either side it shows. */
  anomaliesMax: 5,
  anomalyRowsAround: 2,
} as const;

/** The reasons an entry is kept, from the protocol's five questions; what each weighs is ours. */
export const significance: Readonly<Record<string, number>> = {
  decision: 5,
  human: 5,
  identity: 4,
  lesson: 3,
  surprise: 2,
};

/** Tags that say a page or an entry is over. */
export const doneTags: readonly string[] = ["done", "completed", "obsolete"];
