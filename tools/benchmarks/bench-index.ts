import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawnShows, writeDump } from '../../functions/src/catalogue/engines/sqlite/test-dump.ts';
import { loadIndex } from '../feeds/index/load-index.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';

/** Measures the loading of a generated dump into a new SQLite catalogue, and again into the same. */
const { shows, most } = optionsOf(COMMANDS['bench-index']);
const folder = mkdtempSync(path.join(tmpdir(), 'earshot-index-'));
try {
  const dump = path.join(folder, 'dump.db');
  const catalogue = path.join(folder, 'catalogue.db');
  const now = Date.now();
  writeDump(dump, drawnShows(shows, now));
  console.log(`dump of ${shows} shows: ${megabytes(statSync(dump).size)}`);
  for (const time of ['first', 'second']) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const choice = { language: undefined, activeDays: 90, most };
    console.log(
      await loadIndex(process.env['CATALOGUE_URL'] ?? `file:${catalogue}`, dump, choice, now),
    );
    const { user, system } = process.cpuUsage(before);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const processor = ((user + system) / 1e6).toFixed(1);
    const memory = megabytes(process.resourceUsage().maxRSS * 1024);
    console.log(`${time} time: ${seconds} s, processor ${processor} s, memory at most ${memory}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
