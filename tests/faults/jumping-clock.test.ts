import { expect, test } from 'vitest';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { catalogueFile } from '../support/stack.ts';
import { feedOf, followToo, refresh, serveFeeds } from './catalogue-feeds.ts';
import { recordFault, seconds } from './record-fault.ts';
import { countOf } from './searching.ts';

/** Changes the catalogue as if the last refresh had run with a wrong clock. */
function asIfRefreshedAt(offsetMs: number, show: string): void {
  const catalogue = openSqliteFile(`file:${catalogueFile()}`);
  catalogue.connection().exec(`
    UPDATE feeds SET next_fetch_at_ms = next_fetch_at_ms + ${offsetMs},
      last_fetch_at_ms = last_fetch_at_ms + ${offsetMs};
    UPDATE refreshes SET finished_at_ms = finished_at_ms + ${offsetMs};
    DELETE FROM episodes WHERE ${offsetMs} > 0 AND podcast = '${show}' AND title = '${show} 4'`);
  catalogue.close();
}

test.each([
  ['a day ahead', 'forwardjump', DAY_MS],
  ['a day behind', 'backwardjump', -DAY_MS],
])(
  'corrects everything with the next refresh after the clock was %s',
  async (name, word, offset) => {
    const port = await serveFeeds((request, response) => {
      const etag = '"one"';
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end(feedOf(word, word, 5));
    });
    followToo([`http://127.0.0.1:${port}/feed`]);
    expect(await refresh()).toBe(200);
    expect(await countOf(word)).toBe(5);
    asIfRefreshedAt(offset, word);
    const startedAt = performance.now();
    expect(await refresh()).toBe(200);
    const tookMs = performance.now() - startedAt;
    expect(await countOf(word)).toBe(5);
    recordFault({
      fault: `the clock was ${name} and is set right`,
      seen:
        offset > 0 ? 'the oldest day of episodes is missing meanwhile' : 'new episodes come late',
      lost: 'nothing; clients are locked out for a minute at most',
      recovery: `the next refresh (${seconds(tookMs)})`,
    });
  },
);
