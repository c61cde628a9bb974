import { HIGHLIGHT_START } from '../../contract/index.ts';
import { keywordExcerpt, saidMarker } from '../../keywords/keyword-excerpt.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';
import type { DigestEpisode } from '../../mail/digest/digest-content.ts';
import { quotationText } from '../../transcripts/quotation-text.ts';
import { spokenMatches } from '../../transcripts/spoken-matches.ts';
import { unpackSpokenText } from '../../transcripts/spoken-text.ts';

/** What a digest shows an episode for. */
export interface ShownFor {
  /** In its normal form. */
  keyword: string;
  /** False where the transcript does not count, and so is not quoted. */
  spoken?: false | undefined;
}

/** An episode as a digest shows it under a keyword. */
export type ShownEpisode = (episode: NewEpisode, wanted: ShownFor) => DigestEpisode;

/** Excerpts that are kept, some 30 MB; then they are made anew. */
const MOST_KEPT = 40_000;

/** Makes each once, however many people it is told: cutting an excerpt is dear. */
export function digestEpisodes(): ShownEpisode {
  let kept = new Map<NewEpisode, Map<string, DigestEpisode>>();
  let count = 0;
  return (episode, wanted) => {
    const key = wanted.spoken === false ? `${wanted.keyword}\n` : wanted.keyword;
    let byKeyword = kept.get(episode);
    let shown = byKeyword?.get(key);
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
    shown = digestEpisode(episode, wanted);
    byKeyword.set(key, shown);
    count += 1;
    return shown;
  };
}

export function digestEpisode(episode: NewEpisode, wanted: ShownFor): DigestEpisode {
  const { title, link, podcast, image, pubDateMs } = episode;
  return { title, link, podcast, image, pubDateMs, excerpt: excerptOf(episode, wanted) };
}

/** Around the first match in the notes; where it is only said, what is said there, and when. */
function excerptOf({ description, spoken }: NewEpisode, wanted: ShownFor): string {
  const { keyword } = wanted;
  const ofNotes = keywordExcerpt(description, keyword);
  if (spoken === undefined || wanted.spoken === false || ofNotes.includes(HIGHLIGHT_START))
    return ofNotes;
  const [said] = spokenMatches(unpackSpokenText(spoken), saidMarker(keyword))?.spoken ?? [];
  return said === undefined ? ofNotes : quotationText(said);
}
