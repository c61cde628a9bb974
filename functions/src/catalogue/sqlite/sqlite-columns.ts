import { EPISODE_COLUMNS } from '../episode-row.ts';

/** An episode's columns as SQLite reads them; `instead` names other expressions for some. */
export function episodeColumns(instead: Readonly<Record<string, string>> = {}): string {
  return EPISODE_COLUMNS.map(
    ({ name, kind }) => instead[name] ?? (kind === 'digest' ? `lower(hex(${name}))` : name),
  ).join(', ');
}

/** A parameter for each of an episode's columns. */
export const EPISODE_PARAMETERS = EPISODE_COLUMNS.map(({ kind }) =>
  kind === 'digest' ? 'unhex(?)' : '?',
).join(', ');
