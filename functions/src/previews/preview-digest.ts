import { MAX_SECTION_EPISODES } from '../alerts/planning/plan-digest.ts';
import { isHighlighted } from '../catalogue/match-reasons.ts';
import {
  type Alert,
  alertFields,
  DAY_MS,
  type DigestPreview,
  type Episode,
  HIGHLIGHT_START,
  type MatchReason,
  type Preferences,
  queryOfAlert,
  type SearchRequest,
  searchRequestSchema,
  type SearchResponse,
} from '../contract/index.ts';
import type { DigestEpisode, DigestLinks } from '../mail/digest/digest-content.ts';
import { renderDigestMail } from '../mail/digest/digest-mail.ts';
import { mayBeSpoken, planQuery, type Term, wantedTerms } from '../query/plan-query.ts';
import { quotationText } from '../transcripts/spoken-matches.ts';

/** How far back a preview looks, days: what one digest tells of, then more if that is nothing. */
const DAYS = { hourly: [1, 7], daily: [1, 7], weekly: [7] } as const;

export interface PreviewParts {
  alert: Alert;
  preferences: Preferences;
  links: DigestLinks;
  /** Counts as a search of the person's. */
  search: (request: SearchRequest) => Promise<SearchResponse>;
  nowMs: number;
}

/**
 * The mail that an alert would send today, of what a search for it finds. Unlike the digest, it does not
 * leave out what was sent already.
 */
export async function previewDigest(parts: PreviewParts): Promise<DigestPreview> {
  const { alert, preferences, links, search, nowMs } = parts;
  const cadence = preferences.cadence === 'paused' ? 'daily' : preferences.cadence;
  const query = queryOfAlert(alert);
  let days = 0;
  for (days of DAYS[cadence]) {
    const request = searchRequestSchema.safeParse({
      ...{ keywords: [query], language: 'English', startDate: nowMs - days * DAY_MS },
      reviewed: true,
      ...(alert.spoken === false && { spoken: false }),
    });
    // An alert of before the limits finds nothing; neither does its digest.
    if (!request.success) continue;
    const { episodes, total } = await search(request.data);
    if (total === 0) continue;
    const terms = termsOf(query);
    const shown = episodes.slice(0, MAX_SECTION_EPISODES);
    const section = {
      ...alertFields({ ...alert, spoken: alert.spoken === false ? false : undefined }),
      alertId: alert.id,
      episodes: shown.map((episode) => mailedEpisode(episode, terms)),
      moreCount: Math.max(0, total - shown.length),
      episodeIds: new Uint8Array(),
    };
    const content = { cadence, timeZone: preferences.timeZone, alerts: [section] };
    const { subject, html } = await renderDigestMail(content, links);
    return { days, mail: { subject, html } };
  }
  return { days, mail: null };
}

function termsOf(query: string): Term[] {
  const plan = planQuery([query]);
  return plan === null ? [] : wantedTerms(plan);
}

/**
 * An episode of a search answer as a digest shows it: where the notes hold no match, a quotation takes
 * their place, and one is added for each term that is marked in no written text.
 */
function mailedEpisode(episode: Episode, terms: readonly Term[]): DigestEpisode {
  const { title, link, podcast, image, description, foundIn = [], spoken = [] } = episode;
  const { alsoIn = [], pub_date_ms: atMs } = episode;
  const said = spoken.map(quotationText);
  const written = [description, ...foundIn.map(({ text }) => text)];
  const inPlace = description.includes(HIGHLIGHT_START) ? undefined : said.shift();
  const quoted = inPlace === undefined ? [] : [inPlace];
  const reasons: MatchReason[] = [...foundIn];
  for (const term of terms.filter(mayBeSpoken)) {
    if ([...written, ...quoted].some((text) => isHighlighted(term, text))) continue;
    const text = said.find((each) => isHighlighted(term, each));
    if (text === undefined) continue;
    quoted.push(text);
    reasons.push({ place: 'spoken', text });
  }
  return {
    ...{ title, link, podcast, image, pubDateMs: atMs ?? NaN, excerpt: inPlace ?? description },
    ...(reasons.length > 0 && { reasons }),
    ...(alsoIn.length > 0 && { alsoIn: alsoIn.map((show) => show.podcast) }),
  };
}
