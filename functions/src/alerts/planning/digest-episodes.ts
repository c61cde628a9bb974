import { HIGHLIGHT_START } from '../../contract/index.ts';
import { keywordExcerpt, keywordMarker } from '../../keywords/keyword-excerpt.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import type { DigestEpisode } from '../../mail/digest/digest-content.ts';
import { quotationText } from '../../transcripts/quotation-text.ts';
import { spokenMatches } from '../../transcripts/spoken-matches.ts';
import { unpackSpokenText } from '../../transcripts/spoken-text.ts';

/** An episode as a digest shows it under a keyword in its normal form. */
export type ShownEpisode = (episode: NewEpisode, keyword: string) => DigestEpisode;

/** Excerpts that are kept, some 30 MB; then they are made anew. */
const MOST_KEPT = 40_000;

/** Makes each once, however many people it is told: cutting an excerpt is dear. */
export function digestEpisodes(): ShownEpisode {
  let kept = new Map<NewEpisode, Map<string, DigestEpisode>>();
  let count = 0;
  return (episode, keyword) => {
    let byKeyword = kept.get(episode);
    let shown = byKeyword?.get(keyword);
    if (shown !== undefined) return shown;
    if (count >= MOST_KEPT) {
      kept = new Map();
      byKeyword = undefined;
      count = 0;
    }
    if (byKeyword === undefined) {
      byKeyword = new Map<string, DigestEpisode>();
      kept.set(episode, byKeyword);
    }
    shown = digestEpisode(episode, keyword);
    byKeyword.set(keyword, shown);
    count += 1;
    return shown;
  };
}

export function digestEpisode(episode: NewEpisode, keyword: string): DigestEpisode {
  const { title, link, podcast, image, pubDateMs } = episode;
  return { title, link, podcast, image, pubDateMs, excerpt: excerptOf(episode, keyword) };
}

/** Around the first match in the notes; where it is only said, what is said there, and when. */
function excerptOf({ description, spoken }: NewEpisode, keyword: string): string {
  const ofNotes = keywordExcerpt(description, keyword);
  if (spoken === undefined || ofNotes.includes(HIGHLIGHT_START)) return ofNotes;
  const [said] = spokenMatches(unpackSpokenText(spoken), keywordMarker(keyword))?.spoken ?? [];
  return said === undefined ? ofNotes : quotationText(said);
}
