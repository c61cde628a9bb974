import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { type CorpusCase, judgeReading, readCorpusIndex } from '../feeds/corpus-case.ts';

function testCorpus(folder: string): number {
  const counts = { ok: 0, FAIL: 0, skip: 0 };
  for (const corpusCase of readCorpusIndex(readFileSync(path.join(folder, 'INDEX.tsv'), 'utf8'))) {
    const { status, text } = run(folder, corpusCase);
    counts[status] += 1;
    console.log(`${status.padEnd(4)}  ${corpusCase.file}  ${text}`);
  }
  const skipped = counts.skip > 0 ? `, ${counts.skip} skipped` : '';
  console.log(`\n${counts.ok} passed, ${counts.FAIL} failed${skipped}`);
  return counts.FAIL > 0 ? 1 : 0;
}

function run(
  folder: string,
  { file, contentType, expected }: CorpusCase,
): { status: 'ok' | 'FAIL' | 'skip'; text: string } {
  if (expected.kind === 'skipped') {
    return { status: 'skip', text: `${expected.why}: covered by the reader's own tests` };
  }
  const feed = path.join(folder, file);
  if (!existsSync(feed)) return { status: 'FAIL', text: 'found no such file' };
  const result = judgeReading(expected, readFeed(readFileSync(feed), contentType, Date.now()));
  return {
    status: result.passed ? 'ok' : 'FAIL',
    text: `expected ${result.expected}  found ${result.found}`,
  };
}

const { folder } = optionsOf(COMMANDS['test-corpus']);
try {
  process.exitCode = testCorpus(folder);
} catch (error) {
  console.error(
    `${folder} cannot be tested: ${error instanceof Error ? error.message : 'unknown reason'}.`,
  );
  process.exitCode = 2;
}
