import {
  type Episode,
  fromMatch,
  HIGHLIGHT_START,
  reasonLines,
  type StoredMatch,
} from 'functions/contract';
import type { InboxRow } from './inbox-rows.ts';

type MatchedEpisode = NonNullable<StoredMatch['episode']>;

export interface ShownMatch {
  episode: Episode;
  /** When the quotation is said, milliseconds; undefined if it has no time or the episode no audio. */
  playsAtMs: number | undefined;
  /** What comes before the quotation, such as "Machine transcript: "; may be empty. */
  label: string;
  /** With highlight markers. */
  quotation: string;
}

/** Max text before a match in UTF-16 code units, so that the match is in the row's two lines. */
const LEAD_LENGTH = 40;

/** Shows the newest match, but rather one that plays from the quotation. Null for matches that are only counted. */
export function shownMatch({ matches }: InboxRow): ShownMatch | null {
  const found = matches.flatMap(({ episode }) => episode ?? []);
  const [newest] = found;
  if (newest === undefined) return null;
  const episode = found.find((each) => saidAt(each) !== undefined) ?? newest;
  return { episode: episodeOf(episode), playsAtMs: saidAt(episode), ...quotationIn(episode) };
}

function saidAt({ said, audio }: MatchedEpisode): number | undefined {
  return audio === undefined ? undefined : (said?.[0]?.atMs ?? undefined);
}

function episodeOf(match: MatchedEpisode): Episode {
  const { id, title, podcast, showId, link, image, pubDateMs, excerpt, audio, durationS } = match;
  return {
    id,
    title,
    podcast,
    showId,
    link,
    image,
    publisher: '',
    description: excerpt,
    pub_date_ms: pubDateMs,
    ...(audio !== undefined && { audio }),
    ...(durationS !== undefined && { duration_s: durationS }),
  };
}

/** A reason or the excerpt has the quotation with its speaker and time, as in "Said at about 15:53: …". */
function quotationIn(episode: MatchedEpisode): Pick<ShownMatch, 'label' | 'quotation'> {
  const { excerpt, reasons = [] } = episode;
  const said = episode.said?.[0]?.text;
  const whole = [...reasons.map(({ text }) => text), excerpt].find(
    (text) => said !== undefined && text.endsWith(said),
  );
  if (said !== undefined && whole !== undefined) {
    const label = whole.slice(0, -said.length);
    // The button that plays it shows the time.
    const isTimed = saidAt(episode) === undefined;
    return {
      label: isTimed ? label : label.replace(/ at about [\d:]+(?=: $)/, ''),
      quotation: fromMatch(said, LEAD_LENGTH),
    };
  }
  const [reason] = excerpt.includes(HIGHLIGHT_START) ? [] : reasonLines(reasons, () => false);
  return { label: reason?.label ?? '', quotation: reason?.text ?? excerpt };
}
