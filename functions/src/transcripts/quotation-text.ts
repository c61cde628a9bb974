import { HOUR_MS, MINUTE_MS, type SpokenMatch } from '../contract/index.ts';

/** "About", because adverts inserted later move everything behind them. */
export function quotationText({ text, atMs, speaker }: SpokenMatch): string {
  const who = speaker === undefined ? '' : ` by ${speaker}`;
  const when = atMs === null ? '' : ` at about ${clockText(atMs)}`;
  return `Said${who}${when}: ${text}`;
}

/** `12:34`, or `1:02:03` from an hour on. */
function clockText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor(ms / MINUTE_MS) % 60;
  const seconds = Math.floor(ms / 1000) % 60;
  const pad = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${pad(seconds)}` : `${hours}:${pad(minutes)}:${pad(seconds)}`;
}
