import type { Alarm } from './alarm.ts';
import { ALERT_ALARMS } from './alert-alarms.ts';
import { CATALOGUE_ALARMS } from './catalogue-alarms.ts';

/** Every alarm; `npm run alarms` makes them, docs/operating.md lists them, a drill makes each condition true. */
export const ALARMS: readonly Alarm[] = CATALOGUE_ALARMS.concat(ALERT_ALARMS);
