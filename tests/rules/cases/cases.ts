import { ALERT_CASES } from './alert-cases.ts';
import { BOOKMARK_CASES } from './bookmark-cases.ts';
import { API_KEY_CASES } from './api-key-cases.ts';
import { APP_CASES } from './app-cases.ts';
import { CHANNEL_CASES } from './channel-cases.ts';
import { CLOSED_CASES } from './closed-cases.ts';
import { DELIVERY_CASES } from './delivery-cases.ts';
import { MATCH_CASES } from './match-cases.ts';
import { PENDING_CASES } from './pending-cases.ts';
import { PERSON_CASES } from './person-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { SHOW_CASES } from './show-cases.ts';

export const CASES: readonly RuleCase[] = [
  ...CLOSED_CASES,
  ...PERSON_CASES,
  ...ALERT_CASES,
  ...BOOKMARK_CASES,
  ...SHOW_CASES,
  ...API_KEY_CASES,
  ...APP_CASES,
  ...CHANNEL_CASES,
  ...MATCH_CASES,
  ...PENDING_CASES,
  ...DELIVERY_CASES,
];
