import type { Alarm } from './alarm.ts';

/** Minutes. */
const HOUR = 60;

/** Alarms about what everybody sees: the site, searches and the catalogue. */
export const CATALOGUE_ALARMS: readonly Alarm[] = [
  {
    name: 'site-down',
    when: 'the home page does not answer from several places of the world',
    conditions: [{ kind: 'down', path: '/', contains: '</html>' }],
    doing:
      'Open the site yourself. If Hosting is up, look for errors of the function `pages`; `npm run deploy -- --rollback` shows the version before, within seconds.',
  },
  {
    name: 'health-down',
    when: '`/api/health` does not answer, or the catalogue is empty',
    conditions: [{ kind: 'down', path: '/api/health', contains: '"status":"ok"' }],
    doing:
      'Read what it answers. `empty`: the next refresh fills the catalogue; run `firebase-schedule-refreshCatalogue` by hand. An error: the bucket or the PostgreSQL server cannot be reached, and the lines of `health` say why.',
  },
  {
    name: 'search-failing',
    when: 'more than 20 searches end in an error of ours within 15 minutes',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'search-failed',
          filter: 'jsonPayload.event="search" AND severity=ERROR',
        },
        than: 20,
        minutes: 15,
      },
    ],
    doing:
      'The lines say why (`code`, `reason`). `upstream-unavailable`: look at the PostgreSQL server, or at your search backend. `timeout` alone: somebody searches for what costs most; others are served meanwhile.',
  },
  {
    name: 'catalogue-stale',
    when: 'no refresh of the catalogue has ended for an hour',
    conditions: [
      {
        kind: 'none',
        lines: {
          metric: 'catalogue-refreshed',
          filter: 'jsonPayload.event="catalogue-refreshed"',
        },
        minutes: HOUR,
      },
    ],
    doing:
      'Look at the log of `refreshCatalogue`. It fails as a whole when the list of feeds (`FEEDS`) cannot be read or the catalogue cannot be written. Nothing is lost while it stands: feeds list their episodes for weeks.',
  },
  {
    name: 'feeds-late',
    when: 'feeds were due for more than an hour at the end of four runs within two hours',
    conditions: [
      {
        kind: 'more',
        lines: { metric: 'feeds-late', filter: 'jsonPayload.event="feeds-late"' },
        than: 3,
        minutes: 2 * HOUR,
      },
    ],
    doing:
      'The list is longer than the runs get to, or hosts are slow. `npm run feeds -- --status --project <id>` says how many are due. Up to 1 000 feeds need nothing; for more take PostgreSQL, where tasks of 200 feeds run side by side.',
  },
  {
    name: 'catalogue-nears-limit',
    when: 'the catalogue in the bucket has 80 000 episodes',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'catalogue-nears-limit',
          filter: 'jsonPayload.event="catalogue-nears-limit"',
        },
        than: 0,
        minutes: HOUR,
      },
    ],
    doing:
      'Move to PostgreSQL: set `CATALOGUE_URL` and `CATALOGUE_PASSWORD` and deploy. The new catalogue begins empty, the next refresh fills it, and nobody loses a match.',
  },
  {
    name: 'announcer-silent',
    when: 'a list of changes has brought nothing for a day',
    conditions: [
      {
        kind: 'more',
        lines: { metric: 'announcer-silent', filter: 'jsonPayload.event="announcer-silent"' },
        than: 0,
        minutes: HOUR,
      },
    ],
    doing:
      'Open `CHANGE_LIST_URL`. Without it feeds are asked at their usual times: news come later, and none is lost. Take the setting out if the service has ended.',
  },
];
