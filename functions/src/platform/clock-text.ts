import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';

/** Formats `12:34`, or `1:02:03` from one hour. Drops milliseconds. */
export function clockText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor(ms / MINUTE_MS) % 60;
  const seconds = Math.floor(ms / 1000) % 60;
  const pad = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${pad(seconds)}` : `${hours}:${pad(minutes)}:${pad(seconds)}`;
}
