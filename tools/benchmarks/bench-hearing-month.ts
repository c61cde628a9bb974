import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import type { UnheardEpisode } from '../../functions/src/catalogue/store/heard-store.ts';
import {
  chooseEpisodes,
  HEARD_WITHIN_MS,
} from '../../functions/src/hear/choose/choose-episodes.ts';
import { billedSeconds, dayOf, EMPTY_LEDGER } from '../../functions/src/hear/ledger/ledger.ts';

// A month of 50 weekly shows of 45 minutes, by the real choice and budget. Prints lateness and sums for several
// budgets: npx tsx tools/benchmarks/bench-hearing-month.ts

const SHOWS = 50;
const EPISODE_S = 45 * 60;
const PART_S = 600;
const DAYS = 30;
const REFRESH_MS = 15 * MINUTE_MS;
/** Tasks that run at the same time. */
const WORKERS = 3;
/** Assumed: a download and 5 answers of a fast service. */
const TASK_MS = 90_000;
const START = Date.UTC(2026, 10, 1);
/** US dollars an hour: the cheapest service and the dearest in the guide. */
const PRICES = [0.04, 0.36];

/** Episodes in order of publication: each show has its weekday, and most publish in the morning. */
function episodes(): UnheardEpisode[] {
  const all: UnheardEpisode[] = [];
  for (let show = 0; show < SHOWS; show += 1) {
    const hour = 5 + ((show * 7) % 9);
    for (let day = show % 7; day < DAYS; day += 7) {
      all.push({
        feed: `https://show-${show}.example/feed`,
        identity: String(day),
        title: 'Episode',
        podcast: 'Show',
        audio: 'https://a.example/1.mp3',
        publishedAtMs: START + day * DAY_MS + hour * HOUR_MS + ((show * 13) % 60) * MINUTE_MS,
        language: 'en',
        durationSeconds: EPISODE_S,
        persons: [],
        followers: 1,
        hasWritten: 0,
        copyGroup: null,
      });
    }
  }
  return all.sort((one, other) => other.publishedAtMs - one.publishedAtMs);
}

const BILLED_S = Array.from({ length: Math.ceil(EPISODE_S / PART_S) }, (_, part) =>
  billedSeconds({
    startMs: part * PART_S * 1000,
    endMs: Math.min(EPISODE_S, (part + 1) * PART_S) * 1000,
  }),
).reduce((sum, seconds) => sum + seconds, 0);

function simulate(minutesADay: number): string {
  const all = episodes();
  const ledger = structuredClone(EMPTY_LEDGER);
  const settings = { languages: [], isForAllShows: false, secondsADay: minutesADay * 60 };
  const heard = new Map<string, number>();
  const lateMs: number[] = [];
  const freeAtMs = Array.from({ length: WORKERS }, () => START);
  for (let now = START; now < START + DAYS * DAY_MS; now += REFRESH_MS) {
    const candidates = all.filter(
      ({ feed, identity, publishedAtMs }) =>
        publishedAtMs <= now &&
        now - publishedAtMs <= HEARD_WITHIN_MS &&
        !heard.has(feed + identity),
    );
    chooseEpisodes(ledger, candidates, { now, settings, awaited: new Set() });
    for (const job of Object.values(ledger.jobs).filter(({ state }) => state === 'waiting')) {
      const worker = freeAtMs.indexOf(Math.min(...freeAtMs));
      const endMs = Math.max(now, freeAtMs[worker] ?? 0) + TASK_MS;
      freeAtMs[worker] = endMs;
      job.state = 'heard';
      (ledger.days[dayOf(now)] ??= { billed: 0, unknown: 0 }).billed += BILLED_S;
      heard.set(job.feed + job.identity, endMs);
      // The next refresh stores the text, and the alerts run ten minutes after it began.
      const storedMs = Math.ceil(endMs / REFRESH_MS) * REFRESH_MS;
      lateMs.push(storedMs + 10 * MINUTE_MS - job.publishedAtMs);
    }
  }
  lateMs.sort((one, other) => one - other);
  const hours = (heard.size * BILLED_S) / 3600;
  const minutes = (at: number) => Math.round((lateMs[at] ?? 0) / MINUTE_MS);
  const money = PRICES.map((price) => `$${(hours * price).toFixed(2)}`).join(' to ');
  const most = Math.max(...Object.values(ledger.days).map(({ billed }) => billed)) / 60;
  return [
    `| ${minutesADay} | ${heard.size} of ${all.length} | ${Math.round(hours)} | ${Math.round(most)} | ${money} |`,
    `${minutes(lateMs.length >> 1)} | ${minutes(lateMs.length - 1)} |`,
    `${Math.round((heard.size * TASK_MS) / 1000)} | ${((hours * 24) / 1000).toFixed(1)} |`,
  ].join(' ');
}

console.log(
  '| budget, minutes a day | heard | hours | most in a day, minutes | money | late, median minutes | worst | function seconds | texts, MB |',
);
for (const minutesADay of [120, 240, 400, 600]) console.log(simulate(minutesADay));
