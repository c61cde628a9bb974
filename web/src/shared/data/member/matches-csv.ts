import {
  type AccountExport,
  queryOfAlert,
  readMatch,
  type StoredMatch,
  withoutHighlights,
} from 'functions/contract';
import { writeCsv } from '#shared/text/write-csv.ts';

const COLUMNS = [
  'found',
  'alert',
  'podcast',
  'episode',
  'published',
  'link',
  'audio',
  'second',
  'text',
];

/** Reads the matches of an export, the newest first. */
export function exportedMatches({ matches }: Pick<AccountExport, 'matches'>): StoredMatch[] {
  return matches.flatMap(({ id, ...stored }) => {
    const foundAtMs = Date.parse(String(stored['foundAt']));
    return readMatch(id, { ...stored, foundAtMs }) ?? [];
  });
}

/** One line for each match. Matches that were only counted have no line. */
export function matchesCsv(matches: readonly StoredMatch[]): string {
  const rows = matches.flatMap((match) => {
    if (match.episode === undefined) return [];
    const { foundAtMs } = match;
    const { title, podcast, link, audio = '', pubDateMs, excerpt, said = [] } = match.episode;
    const atMs = said.find((each) => each.atMs !== null)?.atMs ?? null;
    return [
      [
        isoTime(foundAtMs),
        queryOfAlert(match.query),
        podcast,
        title,
        isoTime(pubDateMs),
        link,
        audio,
        atMs === null ? '' : `${Math.floor(atMs / 1000)}`,
        withoutHighlights(said[0]?.text ?? excerpt),
      ],
    ];
  });
  return writeCsv([COLUMNS, ...rows]);
}

function isoTime(atMs: number): string {
  const time = new Date(atMs);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
