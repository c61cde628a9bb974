import type { Dialect } from './dialect.ts';
import { EPISODE_COLUMNS, type EpisodeRow } from './episode-row.ts';
import type { Work } from './work.ts';

export interface NumberedEpisode {
  id: number;
  row: EpisodeRow;
}

/** Writes that differ between the engines; they also update the text indexes. */
export interface StoreEngine extends Dialect {
  insertEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  /** Rewrites episodes under their ids; files and duplicates stay. */
  replaceEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  removeEpisodes: (feed: number, ids: readonly number[]) => Work<void>;
  indexTranscript: (episodeId: number, text: string) => Work<void>;
  removeTranscripts: (episodeIds: readonly number[]) => Work<void>;
}

export interface WorkRunner {
  read: <T>(work: () => Work<T>) => Promise<T>;
  /** Isolated from concurrent writes. */
  snapshot: <T>(work: () => Work<T>) => Promise<T>;
  write: <T>(work: () => Work<T>) => Promise<T>;
  /** All or nothing, with the exclusive write lock. */
  transaction: <T>(work: () => Work<T>) => Promise<T>;
}

export function episodeColumns({ hex }: Dialect): string {
  return EPISODE_COLUMNS.map(({ name, kind }) => (kind === 'digest' ? hex(name) : name)).join(', ');
}
