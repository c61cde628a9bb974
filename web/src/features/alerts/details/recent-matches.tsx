import { alertName, canExclude, type Episode, showTerm, webAddress } from 'functions/contract';
import { useOtherMeaning } from './use-other-meaning.ts';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { shortDate } from '#shared/text/dates.ts';
import { TextButton } from '#shared/ui/text-button.tsx';

const SHOWN = 5;

interface RecentMatchesProps {
  alert: SavedAlert;
  /** Newest first. */
  episodes: readonly Episode[];
}

export function RecentMatches({ alert, episodes }: RecentMatchesProps) {
  const { busy, excludeTerm, replace } = useAlertActions();
  const other = useOtherMeaning(alert);
  return (
    <ul aria-label="Newest matches" className="divide-y divide-line">
      {episodes.slice(0, SHOWN).map((episode) => {
        const { link, title, podcast, pub_date_ms: atMs } = episode;
        const term = showTerm(podcast);
        return (
          <li key={`${link} ${title}`} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <div className="min-w-0 flex-1 basis-56 break-words">
              <Title address={webAddress(link)}>{title}</Title>
              <p>
                <bdi>{podcast}</bdi>
                {atMs !== null && <span>{`${podcast === '' ? '' : ', '}${shortDate(atMs)}`}</span>}
              </p>
            </div>
            {other?.isLeftOut(episode) === true && (
              <TextButton
                disabled={busy}
                aria-label={`Not this meaning: leave out episodes like ${title}`}
                className="min-h-8 disabled:opacity-70"
                onClick={() => replace(alert, other.keyword)}
              >
                Not this meaning
              </TextButton>
            )}
            {term !== null && canExclude(alert, term) && (
              <TextButton
                disabled={busy}
                aria-label={`Not this show: leave ${podcast} out of ${alertName(alert)}`}
                className="min-h-8 disabled:opacity-70"
                onClick={() => excludeTerm(alert, term)}
              >
                Not this show
              </TextButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Title({ address, children }: { address: string; children: string }) {
  if (address === '')
    return (
      <p className="text-ink">
        <bdi>{children}</bdi>
      </p>
    );
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="outside inline-block min-h-6 max-w-full rounded-sm text-ink underline decoration-line underline-offset-4 hover:decoration-current"
    >
      <bdi>{children}</bdi>
    </a>
  );
}
