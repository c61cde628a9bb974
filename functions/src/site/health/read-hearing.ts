import { openObjects } from '../../catalogue/file/object-store.ts';
import type { HealthResponse } from '../../contract/index.ts';
import { hearReport } from '../../hear/ledger/hear-report.ts';
import { readLedger } from '../../hear/ledger/ledger-store.ts';
import { hearSettings } from '../../hear/services/services.ts';
import { config } from '../../platform/config.ts';

const [MINUTE_S, HOUR_S] = [60, 3600];

/** How much is transcribed; null if nothing is. */
export async function readHearing(now = Date.now()): Promise<HealthResponse['hearing'] | null> {
  const settings = hearSettings();
  if (settings === null) return null;
  const ledger = await readLedger(openObjects(config().TRANSCRIPTS_URL));
  const { usedSeconds, waiting, failed, weekSeconds, stopped } = hearReport(ledger, now);
  return {
    minutesToday: Math.ceil(usedSeconds / MINUTE_S),
    minutesADay: settings.secondsADay / MINUTE_S,
    waiting,
    failed,
    hoursThisWeek: Math.floor(weekSeconds / HOUR_S),
    ...(stopped !== null && { stopped }),
  };
}
