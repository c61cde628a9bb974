/**
 * A table of files that publishers keep beside their feeds. The column `read` holds what was read from a
 * file, and is null until then.
 */
export type FileTable =
  { name: 'transcripts'; read: 'spoken' } | { name: 'chapter_files'; read: 'chapters' };

export const TRANSCRIPTS: FileTable = { name: 'transcripts', read: 'spoken' };
export const CHAPTER_FILES: FileTable = { name: 'chapter_files', read: 'chapters' };

/** Times further ahead than this were noted by a wrong clock that was put back since. */
export const AHEAD_MS = 60_000;
