import { isWholeShow, MONTH_DAYS, queryOfAlert } from 'functions/contract';
import { type MatchCount, useMatchCount } from '#features/alerts/count/use-match-count.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';
import { startOfDays } from './search-matches.ts';

/**
 * Shows the effect of an alert's settings: "75 → 12 episodes a month". For an unrestricted alert, shows its
 * count and the number of episodes that are mainly about it.
 */
export function MatchesAMonth({ alert }: { alert: SavedAlert }) {
  const query = queryOfAlert(alert);
  const { spoken = true, onlyAbout = false } = alert;
  const [all, now, about] = useMatchCount(
    [{ query }, { query, spoken, onlyAbout }, { query, spoken, onlyAbout: true }],
    startOfDays(MONTH_DAYS),
  );
  const isNarrowed = !spoken || onlyAbout;
  const saysAbout = !isNarrowed && !isWholeShow(alert);
  return (
    <p role="status">
      {isNarrowed ? narrowedText(all, now) : allText(all, saysAbout ? about : null)}
    </p>
  );
}

type Count = MatchCount | null | undefined;

function narrowedText(all: Count, now: Count): string {
  if (all === undefined || now === undefined) return COUNTING;
  if (all === null || now === null) return now === null ? FAILED : monthText(now);
  // Beyond the counting limit, the server filters only the newest matches, so the count is a lower bound.
  return `${leastText(all)} → ${monthText({ ...now, isPart: now.isPart || all.isPart })}`;
}

function allText(all: Count, about: Count): string {
  if (all === undefined || about === undefined) return COUNTING;
  if (all === null) return FAILED;
  if (about === null) return monthText(all);
  const left = { ...about, isPart: about.isPart || all.isPart };
  const verb = left.total === 1 && !left.isPart ? 'is' : 'are';
  return `${all.isPart ? '' : 'About '}${monthText(all)}; ${leastText(left)} ${verb} mainly about it`;
}

export function monthText(count: MatchCount): string {
  return `${leastText(count)} ${count.total === 1 ? 'episode' : 'episodes'} a month`;
}

function leastText({ total, isPart }: MatchCount): string {
  return `${numberText(total)}${isPart ? '+' : ''}`;
}

const COUNTING = 'Counting…';
const FAILED = 'Episodes cannot be counted right now.';
