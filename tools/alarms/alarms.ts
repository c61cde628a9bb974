type Cause =
  /** More than `moreThan` lines of the functions' log match the filter within the minutes. */
  | { metric: string; filter: string; minutes: number; moreThan: number }
  /** No line matches within the minutes. */
  | { metric: string; filter: string; minutes: number }
  /** The same, for each value of the field `by`. */
  | { metric: string; filter: string; minutes: number; by: string }
  /** An address of the site does not answer, or its response lacks the text. */
  | { path: string; contains: string };

export interface Alarm {
  name: string;
  when: string;
  doing: string;
  cause: Cause;
}

/** Every alarm; `npm run alarms` makes them, and docs/operating.md lists them. */
export const ALARMS: readonly Alarm[] = [
  {
    name: 'site-down',
    when: 'the home page does not answer from several places of the world',
    doing:
      'Open the site yourself. If Hosting is up, look for errors of the function `pages`; `npm run deploy -- --rollback` shows the version before, within seconds.',
    cause: { path: '/', contains: '</html>' },
  },
  {
    name: 'health-down',
    when: '`/api/health` does not answer, or the catalogue is empty',
    doing:
      'Read what it answers. `empty`: the next refresh fills the catalogue; run `firebase-schedule-refreshCatalogue` by hand. An error: the bucket or the PostgreSQL server cannot be reached, and the lines of `health` say why.',
    cause: { path: '/api/health', contains: '"status":"ok"' },
  },
  {
    name: 'search-failing',
    when: 'more than 20 searches end in an error of ours within 15 minutes',
    doing:
      'The lines say why (`code`, `reason`). `upstream-unavailable`: look at the PostgreSQL server, or at your search backend. `timeout` alone: somebody searches for what costs most; others are served meanwhile.',
    cause: {
      metric: 'search-failed',
      filter: 'jsonPayload.event="search" AND severity=ERROR',
      minutes: 15,
      moreThan: 20,
    },
  },
  {
    name: 'catalogue-stale',
    when: 'no refresh of the catalogue has ended for an hour',
    doing:
      'Look at the log of `refreshCatalogue`. It fails as a whole when the list of feeds (`FEEDS`) cannot be read or the catalogue cannot be written. Nothing is lost while it stands: feeds list their episodes for weeks.',
    cause: {
      metric: 'catalogue-refreshed',
      filter: 'jsonPayload.event="catalogue-refreshed"',
      minutes: 60,
    },
  },
  {
    name: 'digests-waiting',
    when: 'a digest has been waiting for more than an hour',
    doing:
      'The mail service takes none, or tasks are refused. `mail-transport-refused` means that it refuses your account: the key was revoked, or the sender’s domain is not verified; set the secret anew and deploy. Otherwise look at `digest-unavailable`, then at the queue `deliverDigest` (paused? 403 for lack of `roles/run.invoker`?). After a day a digest is given up, and its episodes come with a later one.',
    cause: {
      metric: 'digests-waiting',
      filter: 'jsonPayload.event="digests-resumed" AND jsonPayload.oldestWaitingMs>3600000',
      minutes: 15,
      moreThan: 0,
    },
  },
  {
    name: 'shard-silent',
    when: 'a shard of the alerts has not ended a run for 30 minutes',
    doing:
      'Expected while `ALERTS_ENABLED=false`, and once after `ALERT_SHARDS` was lowered. `shard-not-queued`: the role `roles/cloudtasks.enqueuer` is missing, and `npm run deploy -- --check` says so. Otherwise look at the log of `planAlerts` for memory or time: more shards (`ALERT_SHARDS`) make each smaller. The next run goes on where this one was.',
    cause: {
      metric: 'alerts-run',
      filter: 'jsonPayload.event="alerts-run"',
      minutes: 30,
      by: 'shard',
    },
  },
  {
    name: 'transcription-stopped',
    when: 'the transcription service refuses the key, or its account is empty',
    doing:
      '`message` says which. Pay, or set `TRANSCRIBE_KEY` and `TRANSCRIBE_MODEL` anew and deploy; `npm run feeds -- --try-transcription` tries them with one second. Nothing is sent for a day, or until tomorrow; episodes of the last week wait.',
    cause: {
      metric: 'transcription-stopped',
      filter:
        'jsonPayload.event="transcription-stopped" AND jsonPayload.code=("service-refused" OR "service-unpaid")',
      minutes: 60,
      moreThan: 0,
    },
  },
];
