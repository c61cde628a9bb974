/**
 * A table that remembers files which publishers keep beside the episodes of a feed, and its column for
 * what was read in them: null until then.
 */
export type FileTable =
  { name: 'transcripts'; read: 'spoken' } | { name: 'chapter_files'; read: 'chapters' };

export const TRANSCRIPTS: FileTable = { name: 'transcripts', read: 'spoken' };
export const CHAPTER_FILES: FileTable = { name: 'chapter_files', read: 'chapters' };

/** A clock that was put back since: what was decided then was decided by a wrong one. */
export const AHEAD_MS = 60_000;
