// Updates the rewrites in firebase.json before the emulators or a deployment read the file.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { SITE_PAGES } from '../src/content/site-pages.ts';
import { checkSubject } from './check-subject.ts';
import { withRewrites } from './site-rewrites.ts';

checkSubject();

const file = path.join(import.meta.dirname, '../../firebase.json');
const present: unknown = JSON.parse(await readFile(file, 'utf8'));
const wanted = withRewrites(present, SITE_PAGES);

if (!isDeepStrictEqual(present, wanted)) {
  const options = { ...(await resolveConfig(file)), filepath: file };
  await writeFile(file, await format(JSON.stringify(wanted), options));
  process.stdout.write('firebase.json has other rewrites now, as the pages do: commit it, too.\n');
}
