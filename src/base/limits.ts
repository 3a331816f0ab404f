/** Limits: every bound in one place, the unit last. */

export const limits = {
  pageBytesMax: 1_048_576,
  frontmatterBytesMax: 16_384,
  frontmatterDepthMax: 5,
  titleCharsMax: 120,
  slugCharsMax: 80,
  pathCharsMax: 1_024,
  pathComponentBytesMax: 255,
  pagesMax: 200_000,
  patchBytesMax: 262_144,
  tagsMax: 32,
  compressedCharsMax: 2_000,
  configBytesMax: 65_536,
  indexBytesMax: 268_435_456,
  traceFileBytesMax: 4_194_304,
  traceOmittedMax: 2_000,
  commitRetriesMax: 8,
  assembleRetriesMax: 5,
  outlinedCharsMax: 2_097_152,
  retryLookBackCommitsMax: 200,
  sessionRecordDaysMax: 90,
} as const;
