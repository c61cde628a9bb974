import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

const MAX_TIME_MS = 48 * HOUR_MS;

const TIME_STAMP = /^\s{0,9}(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,30}))?\s{0,9}$/;

/** Matches `PT1H2M3.5S`. */
const ISO =
  /^\s{0,9}PT(?=\d)(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:[.,](\d{1,30}))?S)?\s{0,9}$/;

/** Reads `12:34`, `01:02:03.500`, `00:01:02,5`, `PT5M` or seconds as milliseconds; null for anything else. */
export function readTimeStamp(written: string): number | null {
  const text = written.slice(0, 80);
  const found = TIME_STAMP.exec(text) ?? ISO.exec(text);
  if (found === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  const ms =
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * 1000 +
    Math.round(Number(`0.${fraction}0`) * 1000);
  return ms <= MAX_TIME_MS ? ms : null;
}
