import type { Alarm, CountedLines } from './alarm.ts';

/** Minutes. */
const HOUR = 60;
/**
 * In minutes: Google's longest window. It is longer than a day, because a daily line may come up to an hour
 * late.
 */
const DAY = 25 * HOUR;

const ACCEPTED: CountedLines = {
  metric: 'digest-accepted',
  filter: 'jsonPayload.event="digest-accepted"',
};

/** Alarms about what people are told: mails, runs of alerts, messages to channels. */
export const ALERT_ALARMS: readonly Alarm[] = [
  {
    name: 'mail-stopped',
    when: 'no digest was accepted for two hours, and somebody who was due had unsent matches',
    conditions: [
      { kind: 'none', lines: ACCEPTED, minutes: 2 * HOUR },
      {
        kind: 'more',
        lines: {
          metric: 'alerts-untold',
          filter: 'jsonPayload.event="alerts-run" AND jsonPayload.untold>0',
        },
        than: 0,
        minutes: 2 * HOUR,
      },
    ],
    doing:
      '`npm run status -- --project <id>` says how old the oldest unsent mail is. Older than an hour: `digest-unavailable` and `mail-transport-refused` say what the mail service answers; look at the queue `deliverDigest`, too. None waits: the addresses of those who are due are suppressed or not verified, which `digest-cancel` says. Matches wait for 17 days.',
  },
  {
    name: 'mail-refused',
    when: 'the mail service refuses our account (401, 403, 404, or SMTP’s sign-in)',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'mail-transport-refused',
          filter: 'jsonPayload.event="mail-transport-refused" AND severity=ERROR',
        },
        than: 0,
        minutes: 15,
      },
    ],
    doing:
      'Sign in at the mail service: the key was revoked, the sender’s domain is not verified, or the account is stopped. Set the secret anew and deploy. The digests wait and are sent, or their episodes come with a later one.',
  },
  {
    name: 'mail-returned',
    when: 'more than 2 in 100 mails come back within a day',
    conditions: [
      {
        kind: 'share',
        lines: { metric: 'digest-returned', filter: 'jsonPayload.event="digest-returned"' },
        of: ACCEPTED,
        above: 0.02,
        minutes: DAY,
      },
    ],
    doing:
      'The `reason` of the lines says which: many `blocked` means that a large mailbox provider does not trust your domain (SPF, DKIM, DMARC; look at your mail service’s reputation page). Many `bounce` after a wave of sign-ups: somebody signs up addresses of others.',
  },
  {
    name: 'digests-waiting',
    when: 'a digest has been waiting for more than an hour',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'digests-waiting',
          filter: 'jsonPayload.event="digests-resumed" AND jsonPayload.oldestWaitingMs>3600000',
        },
        than: 0,
        minutes: 15,
      },
    ],
    doing:
      'The mail service takes none, or tasks are refused. Look at `digest-unavailable`, then at the queue `deliverDigest` (paused? 403 for lack of `roles/run.invoker`?). After a day a digest is given up, and its episodes come with a later one.',
  },
  {
    name: 'shard-silent',
    when: 'a shard of the alerts has not ended a run for 30 minutes',
    conditions: [
      {
        kind: 'none',
        lines: {
          metric: 'alerts-run',
          filter: 'jsonPayload.event="alerts-run"',
          by: ['shard'],
        },
        minutes: 30,
      },
    ],
    doing:
      'Expected while `ALERTS_ENABLED=false`, and once after `ALERT_SHARDS` was lowered. Otherwise look at the log of `planAlerts` for memory or time: more shards (`ALERT_SHARDS`) make each smaller. The next run goes on where this one was.',
  },
  {
    name: 'alerts-failing',
    when: 'the digests of more than ten people fail in a run',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'alerts-failed',
          filter: 'jsonPayload.event="alerts-run" AND jsonPayload.failed>10',
        },
        than: 0,
        minutes: 15,
      },
    ],
    doing:
      'The lines `digest-not-created` say with which error. Firestore away: nothing to do, each is tried again. The same error for the same people in each run is a bug: go back to the commit before.',
  },
  {
    name: 'alerts-waiting',
    when: 'somebody’s digest could not be made for two hours',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'alerts-waiting',
          filter: 'jsonPayload.event="alerts-run" AND jsonPayload.oldestMissedMs>7200000',
        },
        than: 0,
        minutes: 15,
      },
    ],
    doing:
      'As for alerts-failing, but for few people: `digest-not-created` and `digest-not-due` name them by their `uid`. Their alerts or preferences hold something that the code cannot read.',
  },
  {
    name: 'alerts-broken',
    when: 'more than five errors within 15 minutes: changes not read, a shard not queued, a digest given up',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'alerts-broken',
          filter:
            'jsonPayload.event=("changes-not-read" OR "shard-not-queued" OR "digest-failed") AND severity=ERROR',
        },
        than: 5,
        minutes: 15,
      },
    ],
    doing:
      '`changes-not-read`: an index of Firestore is missing (deploy again) or Firestore is away. `shard-not-queued`: the role `roles/cloudtasks.enqueuer` is missing; `npm run deploy -- --check` says so. `digest-failed`: the mail service was away for a day, or refuses the content.',
  },
  {
    name: 'index-wrong',
    when: 'the same shard was wrong on two days (`shard-reread` or `matches-proven` with `differed` above 0)',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'index-wrong',
          filter:
            'jsonPayload.event=("shard-reread" OR "matches-proven") AND jsonPayload.differed>0',
          by: ['event', 'shard'],
        },
        than: 1,
        minutes: DAY,
      },
    ],
    doing:
      'The reading has corrected it, and what was missing is sent. Expected after documents were restored or written by hand with old times. Otherwise it is a bug: keep the lines and report it.',
  },
  {
    name: 'messages-broken',
    when: 'a message to a channel could not be made',
    conditions: [
      {
        kind: 'more',
        lines: {
          metric: 'messages-broken',
          filter:
            'jsonPayload.event=("message-not-created" OR "message-not-prepared") AND severity=ERROR',
        },
        than: 0,
        minutes: 15,
      },
    ],
    doing:
      'Receivers are others’, but these lines are ours: `error` says what failed. Each is tried again in the next run, for 17 days.',
  },
  {
    name: 'channels-stopped',
    when: 'no message to a channel was accepted for six hours, and some were made',
    conditions: [
      {
        kind: 'none',
        lines: { metric: 'message-accepted', filter: 'jsonPayload.event="message-accepted"' },
        minutes: 6 * HOUR,
      },
      {
        kind: 'more',
        lines: {
          metric: 'messages-made',
          filter: 'jsonPayload.event="alerts-run" AND jsonPayload.messages>0',
        },
        than: 0,
        minutes: 6 * HOUR,
      },
    ],
    doing:
      'With few channels their receivers may all be down. `status` of `message-unavailable` by `channelKind` says it: 403 or 429 of one kind alone means that the service blocks our addresses. Otherwise look at the queue `deliverToChannel` (paused? 403?). Nothing is lost for 17 days.',
  },
];
