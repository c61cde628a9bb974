import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import {
  type FindBoilerplate,
  learnBoilerplate,
} from '../../functions/src/boilerplate/learn-boilerplate.ts';
import { storedText } from '../../functions/src/catalogue/texts/stored-text.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import {
  describeStrength,
  ground,
  type LabelledMatch,
  labelledMatchSchema,
  measureStrength,
  RULES,
} from './strength/measure-strength.ts';

/** A fixed date in the future, so that the results do not change as the corpus ages. */
const NOW_MS = Date.UTC(2029, 0, 1);

const { folder, labels } = optionsOf(COMMANDS['strength-measure']);

const learnt = new Map<string, FindBoilerplate>();

function standingOf(feedFile: string): FindBoilerplate {
  const known = learnt.get(feedFile);
  if (known !== undefined) return known;
  const reading = readFeed(readFileSync(path.join(folder, feedFile)), null, NOW_MS);
  const items = reading.kind === 'read' ? reading.items : [];
  const standing = learnBoilerplate(
    items.map(({ description, publishedAtMs }) => ({
      text: storedText(description),
      publishedAtMs,
    })),
  );
  learnt.set(feedFile, standing);
  return standing;
}

const lines = readFileSync(labels, 'utf8').trim().split('\n');
const all = z.array(labelledMatchSchema).parse(lines.map((line) => JSON.parse(line) as unknown));
const parts: [string, LabelledMatch[]][] = [
  ['all', all],
  ['without the ambiguous', all.filter(({ ambiguous }) => !ambiguous)],
];
for (const [part, matches] of parts) {
  console.log(`${part}: ${matches.length} matches`);
  for (const [name, rule] of Object.entries(RULES)) {
    const measure = measureStrength(matches, standingOf, rule);
    console.log(`  ${name}: ${describeStrength(measure)}`);
    if (name !== 'strength' || part !== 'all') continue;
    const errors = { ...measure.wrong, missed: measure.missed, lost: measure.lost };
    for (const [kind, found] of Object.entries(errors)) {
      for (const match of found) {
        const said = ground(match, standingOf(match.feedFile));
        console.log(`    ${kind}: ${match.id}, ${match.keyword}, ${said ?? 'no match'}`);
      }
    }
  }
}
const guests = all.filter(({ role }) => role === 'guest');
const marked = all.filter((match) => ground(match, standingOf(match.feedFile)) === 'guest');
const right = marked.filter(({ role }) => role === 'guest');
console.log(`guests: ${guests.length}; marked ${marked.length}, of them right ${right.length}`);
