import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FACT_COLUMNS } from '../../query/facts.ts';
import { POSTGRES, SQLITE } from './dialect.ts';
import { SEARCHED_COLUMNS } from './episode-row.ts';
import { episodeDefinitions, SCHEMA_VERSION, storeTables } from './schema.ts';

test('a changed schema has a new version (then correct the digest here)', () => {
  const made = [SQLITE, POSTGRES].flatMap((dialect) => [
    ...storeTables(dialect),
    episodeDefinitions(dialect),
  ]);
  const digest = createHash('sha1').update(
    [...made, ...SEARCHED_COLUMNS, ...FACT_COLUMNS].join('\n').replace(/ *--.*\n/g, ''),
  );
  expect([SCHEMA_VERSION, digest.digest('hex').slice(0, 12)]).toEqual([34, '72bcf6e76930']);
});
