import { type Episode, episodePath, type ReasonLine } from 'functions/contract';
import { Link } from '#shared/ui/link.tsx';
import { Fragment } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { PlayLink } from './play-link.tsx';
import { SpokenMoment } from './spoken-moment.tsx';

const CopyLink = latePart(() => import('./copy-link.tsx'), 'CopyLink', 'afterwards');

interface MoreDetailsProps {
  episode: Episode;
  /** Matches in fields that the card does not show. */
  lines: readonly ReasonLine[];
}

export function MoreDetails({ episode, lines }: MoreDetailsProps) {
  const { spoken = [], spokenTotal = spoken.length, transcript, alsoIn = [] } = episode;
  const others = spoken.slice(1);
  const [first] = spoken;
  const playsAtMatch = Boolean(episode.audio) && typeof first?.atMs === 'number';
  const unlisted = spokenTotal - spoken.length;
  const count = others.length + unlisted + lines.length + alsoIn.length;
  const page = episodePath(episode, first?.atMs);
  if (count === 0 && !transcript && !playsAtMatch && !episode.machineTranscript && page === null)
    return null;
  return (
    <details>
      <summary>
        More<span className="sr-only"> about {episode.title}</span>
      </summary>
      <div>
        {others.length > 0 && (
          <ul>
            {others.map((match, index) => (
              <li key={index}>
                <SpokenMoment match={match} episode={episode} />
              </li>
            ))}
          </ul>
        )}
        {unlisted > 0 && (
          <p>{`${unlisted} more ${unlisted === 1 ? 'mention' : 'mentions'} not listed`}</p>
        )}
        {lines.map((line, index) => (
          <Reason key={index} {...line} />
        ))}
        {playsAtMatch && (
          <p>
            <PlayLink episode={episode} atMs={0}>
              Play from the beginning
            </PlayLink>
          </p>
        )}
        {playsAtMatch && (
          <p>
            <CopyLink episode={episode} atS={Math.floor((first.atMs ?? 0) / 1000)} />
          </p>
        )}
        {page !== null && (
          <p>
            <Link to={page}>About this episode</Link>
          </p>
        )}
        {transcript && (
          <p>
            <a href={transcript} target="_blank" rel="noopener noreferrer">
              The publisher’s transcript
            </a>
          </p>
        )}
        {episode.machineTranscript && <MachineNote episode={episode} />}
        <AlsoIn episode={episode} />
      </div>
    </details>
  );
}

function MachineNote({ episode: { timesMayDiffer } }: { episode: Episode }) {
  return (
    <p>
      <span>A machine wrote down what is said, so names can be misheard.</span>
      {timesMayDiffer && (
        <span>
          {' '}
          The audio is longer or shorter than its feed says, so it plays from 15 seconds earlier.
        </span>
      )}
    </p>
  );
}

export function Reason({ label, text }: ReasonLine) {
  return (
    <p data-reason className="line-clamp-2">
      {label}
      <bdi>
        <HighlightedText text={text} />
      </bdi>
    </p>
  );
}

function AlsoIn({ episode: { alsoIn = [], alsoInMore } }: { episode: Episode }) {
  if (alsoIn.length === 0) return null;
  return (
    <p>
      Also in{' '}
      {alsoIn.map(({ podcast, link }, index) => (
        <Fragment key={index}>
          {index > 0 && <span>, </span>}
          {link ? (
            <a href={link} target="_blank" rel="noopener noreferrer">
              <bdi>{podcast}</bdi>
            </a>
          ) : (
            <bdi>{podcast}</bdi>
          )}
        </Fragment>
      ))}
      {alsoInMore && <span>{` and ${alsoInMore} more`}</span>}
    </p>
  );
}
