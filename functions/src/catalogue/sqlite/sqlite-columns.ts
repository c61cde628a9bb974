import { EPISODE_COLUMNS } from '../episode-row.ts';

/** An episode's columns as SQLite reads them. */
export const EPISODE_SELECT = EPISODE_COLUMNS.map(({ name, kind }) =>
  kind === 'digest' ? `lower(hex(${name}))` : name,
).join(', ');

/** A parameter for each of an episode's columns. */
export const EPISODE_PARAMETERS = EPISODE_COLUMNS.map(({ kind }) =>
  kind === 'digest' ? 'unhex(?)' : '?',
).join(', ');
