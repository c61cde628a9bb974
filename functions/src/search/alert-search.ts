import { isHighlighted } from '../catalogue/answers/match-reasons.ts';
import { alertItem } from '../channels/alert-item.ts';
import {
  type Alert,
  type AlertItem,
  type AlertQuery,
  type Episode,
  HIGHLIGHT_START,
  type MatchReason,
  queryOfAlert,
  searchOfAlert,
  type SearchRequest,
  searchRequestSchema,
} from '../contract/index.ts';
import type { DigestEpisode } from '../mail/digest/digest-content.ts';
import { describedItemId } from '../platform/item-id.ts';
import { mayBeSpoken, planQuery, type Term, wantedTerms } from '../query/plan-query.ts';
import { quotationText } from '../transcripts/spoken-matches.ts';

/**
 * The search that finds what an alert tells. Null for an alert saved under older limits: neither the search
 * nor its digest finds anything.
 */
export function alertSearch(alert: AlertQuery, startDateMs: number): SearchRequest | null {
  const request = searchRequestSchema.safeParse({
    ...searchOfAlert(queryOfAlert(alert), alert),
    startDate: startDateMs,
  });
  return request.success ? request.data : null;
}

/**
 * Returns a function that shows an episode of a search answer as a digest does: a quotation replaces notes
 * without a match, and one is added for each term that is marked in no written text.
 */
export function alertEpisodes(alert: AlertQuery): (episode: Episode) => DigestEpisode {
  const plan = planQuery([queryOfAlert(alert)]);
  const terms = plan === null ? [] : wantedTerms(plan);
  return (episode) => mailedEpisode(episode, terms);
}

/**
 * Returns a function that shows an episode of a search answer as feeds, webhooks and the API do.
 * @param momentUrl Address that the moments of quotations link to.
 */
export function alertItems(alert: Alert, momentUrl?: string): (episode: Episode) => AlertItem {
  const mailed = alertEpisodes(alert);
  const alerts = [{ id: alert.id, query: queryOfAlert(alert) }];
  return (episode) => {
    const { title, link, podcast, audio, duration_s: durationS, pub_date_ms: pubDateMs } = episode;
    const { excerpt, reasons, image, strength, why } = mailed(episode);
    return alertItem({
      id: episode.id ?? describedItemId({ link, title, podcast, audio, pubDateMs }),
      title,
      link,
      podcast,
      image,
      audio,
      durationS,
      pubDateMs,
      excerpt,
      reasons,
      strength,
      why,
      alerts,
      said: (episode.spoken ?? []).map(({ text, atMs }) => ({ text, atMs, url: momentUrl })),
    });
  };
}

function mailedEpisode(episode: Episode, terms: readonly Term[]): DigestEpisode {
  const { title, link, podcast, image, description, foundIn = [], spoken = [] } = episode;
  const { alsoIn = [], pub_date_ms: atMs } = episode;
  const said = spoken.map(quotationText);
  const written = [description, ...foundIn.map(({ text }) => text)];
  const instead = description.includes(HIGHLIGHT_START) ? undefined : said.shift();
  const quoted = instead === undefined ? [] : [instead];
  const reasons: MatchReason[] = [...foundIn];
  for (const term of terms.filter(mayBeSpoken)) {
    if ([...written, ...quoted].some((text) => isHighlighted(term, text))) continue;
    const text = said.find((each) => isHighlighted(term, each));
    if (text === undefined) continue;
    quoted.push(text);
    reasons.push({ place: 'spoken', text });
  }
  return {
    title,
    link,
    podcast,
    image,
    pubDateMs: atMs ?? NaN,
    excerpt: instead ?? description,
    ...(reasons.length > 0 && { reasons }),
    ...(episode.strength && { strength: episode.strength }),
    ...(episode.why && { why: episode.why }),
    ...(alsoIn.length > 0 && { alsoIn: alsoIn.map((show) => show.podcast) }),
  };
}
