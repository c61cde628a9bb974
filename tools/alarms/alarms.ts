type Cause =
  /** More than `moreThan` lines of the functions' log match `filter` within `minutes`. */
  | { metric: string; filter: string; minutes: number; moreThan: number }
  /** No line matches within `minutes`. */
  | { metric: string; filter: string; minutes: number }
  /** No line matches within `minutes`, for any value of the field `by`. */
  | { metric: string; filter: string; minutes: number; by: string }
  /** A page of the site does not respond, or its response lacks the text. */
  | { path: string; contains: string };

export interface Alarm {
  name: string;
  when: string;
  doing: string;
  cause: Cause;
}

/** docs/operating.md repeats these texts. */
export const ALARMS: readonly Alarm[] = [
  {
    name: 'site-down',
    when: 'the home page does not answer from several regions',
    doing:
      'Open the site yourself. If Hosting is up, look for errors of the function `pages`. `npm run deploy -- --rollback` restores the previous version within seconds.',
    cause: { path: '/', contains: '</html>' },
  },
  {
    name: 'health-down',
    when: '`/api/health` does not answer, or the catalogue is empty',
    doing:
      'Read the response. `empty`: the next refresh fills the catalogue; run `firebase-schedule-refreshCatalogue` manually. An error: the bucket or the PostgreSQL server is unreachable, and the log lines of `health` say why.',
    cause: { path: '/api/health', contains: '"status":"ok"' },
  },
  {
    name: 'search-failing',
    when: 'more than 20 searches fail by our fault within 15 minutes',
    doing:
      'The log lines have the reason (`code`, `reason`). `upstream-unavailable`: check the PostgreSQL server or your search backend. Only `timeout`: somebody sends the most expensive searches; other searches still succeed.',
    cause: {
      metric: 'search-failed',
      filter: 'jsonPayload.event="search" AND severity=ERROR',
      minutes: 15,
      moreThan: 20,
    },
  },
  {
    name: 'catalogue-stale',
    when: 'no refresh of the catalogue has finished for an hour',
    doing:
      'Read the log of `refreshCatalogue`. It fails as a whole if the list of feeds (`FEEDS`) cannot be read or the catalogue cannot be written. Nothing is lost meanwhile: feeds list their episodes for weeks.',
    cause: {
      metric: 'catalogue-refreshed',
      filter: 'jsonPayload.event="catalogue-refreshed"',
      minutes: 60,
    },
  },
  {
    name: 'catalogue-full',
    when: 'the catalogue is so large that only the shows of your list grow',
    doing:
      '`npm run feeds -- --largest` lists the shows with the most episodes and left out items. Block those that are spam by their show id (`--block`), remove large shows from your list, or move to PostgreSQL. Searches and alerts go on; shows that only people added store a new episode only in place of an old one.',
    cause: {
      metric: 'catalogue-nears-limit',
      filter: 'jsonPayload.event="catalogue-nears-limit"',
      minutes: 60,
      moreThan: 0,
    },
  },
  {
    name: 'digests-waiting',
    when: 'a digest has been waiting for more than an hour',
    doing:
      'The mail service accepts nothing, or tasks are refused. `mail-transport-refused`: the service refuses your account because the key was revoked or the sender’s domain is not verified; set the secret again and deploy. Otherwise look for `digest-unavailable`, then at the queue `deliverDigest` (paused? 403 because `roles/run.invoker` is missing?). A digest expires after a day, and a later one contains its episodes.',
    cause: {
      metric: 'digests-waiting',
      filter: 'jsonPayload.event="digests-resumed" AND jsonPayload.oldestWaitingMs>3600000',
      minutes: 15,
      moreThan: 0,
    },
  },
  {
    name: 'shard-silent',
    when: 'a shard of the alerts has not finished a run for 30 minutes',
    doing:
      'Expected while `ALERTS_ENABLED=false`, and once after `ALERT_SHARDS` was lowered. `shard-not-queued`: the role `roles/cloudtasks.enqueuer` is missing; `npm run deploy -- --check` confirms it. Otherwise check the log of `planAlerts` for memory or timeouts: more shards (`ALERT_SHARDS`) make each one smaller. The next run continues where the last one stopped.',
    cause: {
      metric: 'alerts-run',
      filter: 'jsonPayload.event="alerts-run"',
      minutes: 30,
      by: 'shard',
    },
  },
  {
    name: 'transcription-stopped',
    when: 'the transcription service refuses the key, its account is empty, or parts of several episodes failed',
    doing:
      '`message` has the reason. Pay, or set `TRANSCRIBE_KEY` and `TRANSCRIBE_MODEL` again and deploy; `npm run feeds -- --try-transcription` tests them with one second of speech. Nothing is sent for a day or until the next day, after failed parts for up to six hours; episodes of the last week wait.',
    cause: {
      metric: 'transcription-stopped',
      filter:
        'jsonPayload.event="transcription-stopped" AND NOT jsonPayload.code="service-unreachable"',
      minutes: 60,
      moreThan: 0,
    },
  },
  {
    name: 'ledger-damaged',
    when: 'the ledger of transcription is damaged, so nothing is transcribed',
    doing:
      'Restore an older version of the object `ledger` in the folder `heard` if the bucket keeps versions. Otherwise begin anew: delete it (a local run: the files `ledger.*`). Stored texts are found again and not paid for, but the ledger forgets what today has cost and which shows you included or excluded: set `TRANSCRIBE_MINUTES_A_DAY` lower until midnight UTC if that matters, and repeat `npm run feeds -- --transcribe never <address>` before the next refresh.',
    cause: {
      metric: 'ledger-damaged',
      filter: 'jsonPayload.event="ledger-damaged"',
      minutes: 60,
      moreThan: 0,
    },
  },
];
