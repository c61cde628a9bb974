import type { Dialect } from '../engines/dialect.ts';
import { EPISODE_COLUMNS, type EpisodeRow } from '../episode-row.ts';
import type { Work } from './work.ts';

export interface NumberedEpisode {
  id: number;
  row: EpisodeRow;
}

/** What an engine does in its own way when the store writes: it keeps the indexes of texts. */
export interface StoreEngine extends Dialect {
  insertEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  /** Stores episodes anew under their ids; what is known of their files and duplicates stays. */
  replaceEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  /** Removes episodes with all that is known of them. */
  removeEpisodes: (feed: number, ids: readonly number[]) => Work<void>;
  indexTranscript: (episodeId: number, text: string) => Work<void>;
  removeTranscripts: (episodeIds: readonly number[]) => Work<void>;
}

/** How work is carried out on a database. */
export interface WorkRunner {
  /** To read; failures are an `AppError`. */
  read: <T>(work: () => Work<T>) => Promise<T>;
  /** To read one state of the database, whatever others write meanwhile. */
  snapshot: <T>(work: () => Work<T>) => Promise<T>;
  /** To write, one statement. */
  write: <T>(work: () => Work<T>) => Promise<T>;
  /** To write all of it or nothing, while nobody else writes. */
  transaction: <T>(work: () => Work<T>) => Promise<T>;
}

export function episodeColumns({ hex }: Dialect): string {
  return EPISODE_COLUMNS.map(({ name, kind }) => (kind === 'digest' ? hex(name) : name)).join(', ');
}
