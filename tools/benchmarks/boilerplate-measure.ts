import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FeedItem } from '../../functions/src/feeds/feed-model.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { countMails, drawAlerts, type MailCount } from './boilerplate/count-mails.ts';
import { PARTS, readMatchLabels } from './boilerplate/match-label.ts';
import {
  describeMeasure,
  measureBoilerplate,
  RECOGNISERS,
} from './boilerplate/measure-boilerplate.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { REPOSITORY } from '../processes/repository.ts';

const LABELS = path.join(REPOSITORY, 'tools/benchmarks/boilerplate/match-labels.tsv');
/** How many alerts have their emails of one month counted; their keywords come from the labels. */
const ALERTS = 50;
/** A fixed date in the future, so that the results do not change as the corpus ages. */
const NOW_MS = Date.UTC(2029, 0, 1);

function itemsOf(file: string): FeedItem[] {
  const reading = readFeed(readFileSync(file), null, NOW_MS);
  return reading.kind === 'read' ? reading.items : [];
}

/** Prints the precision and recall of the boilerplate recogniser against labels made by hand. */
function measureFolder(folder: string): void {
  const labels = readMatchLabels(readFileSync(LABELS, 'utf8'));
  const files = [...new Set(labels.map(({ feed }) => feed))].filter((feed) =>
    existsSync(path.join(folder, feed)),
  );
  const feeds = new Map(files.map((feed) => [feed, itemsOf(path.join(folder, feed))]));
  for (const part of PARTS) {
    const own = labels.filter((label) => label.part === part);
    const named = new Set(own.map(({ feed }) => feed));
    const its = new Map([...feeds].filter(([feed]) => named.has(feed)));
    for (const [name, recogniser] of Object.entries(RECOGNISERS)) {
      const measure = measureBoilerplate(own, its, recogniser);
      console.log(`${part}, ${name}: ${describeMeasure(measure)}`);
      if (name !== 'recogniser') continue;
      for (const kind of ['lost', 'missed'] as const) {
        for (const { feed, keyword, sentence } of measure[kind]) {
          console.log(`  ${kind}: ${feed}, ${keyword}, ${sentence}`);
        }
      }
    }
  }
  const keywords = labels.map(({ keyword }) => keyword).filter((keyword) => keyword !== '');
  const alerts = drawAlerts(keywords, ALERTS);
  const { before, after } = countMails(alerts, feeds.values());
  console.log(
    `${ALERTS} alerts in a month: before ${describeMails(before)}; after ${describeMails(after)}`,
  );
}

const describeMails = ({ mails, matches }: MailCount) => `${mails} mails, ${matches} matches`;

measureFolder(optionsOf(COMMANDS['boilerplate-measure']).folder);
