import { isHighlighted } from '../catalogue/answers/match-reasons.ts';
import { alertItem } from '../delivery/channels/alert-item.ts';
import { itemLinks } from '../delivery/site-links.ts';
import {
  type Alert,
  alertFields,
  type AlertItem,
  type AlertQuery,
  type Episode,
  HIGHLIGHT_START,
  type MatchReason,
  playsFrom,
  queryOfAlert,
  searchOfAlert,
  type SearchRequest,
  searchRequestSchema,
} from '../contract/index.ts';
import type { DigestEpisode } from '../delivery/mail/digest/digest-content.ts';
import { describedItemId } from '../platform/item-id.ts';
import { planQuery } from '../query/plan-query.ts';
import { mayBeSpoken, type Term, soughtTerms } from '../query/query-plan.ts';
import { quotationText } from '../feeds/transcripts/spoken-matches.ts';

/**
 * Returns null for an old alert that exceeds today's limits: neither searches nor digests find anything for such an
 * alert.
 */
export function alertSearch(alert: AlertQuery, startDateMs: number): SearchRequest | null {
  const request = searchRequestSchema.safeParse({
    ...searchOfAlert(queryOfAlert(alert), alert),
    startDate: startDateMs,
  });
  return request.success ? request.data : null;
}

/**
 * A transcript quotation replaces notes without a match. Each term that is not highlighted by then adds a quotation.
 */
export function alertEpisodes(alert: AlertQuery): (episode: Episode) => DigestEpisode {
  const plan = planQuery([queryOfAlert(alert)]);
  const terms = plan === null ? [] : soughtTerms(plan);
  return (episode) => mailedEpisode(episode, terms);
}

export function alertItems(alert: Alert, siteUrl: string): (episode: Episode) => AlertItem {
  const mailed = alertEpisodes(alert);
  const alerts = [{ id: alert.id, query: queryOfAlert(alert) }];
  return (episode) => {
    const { title, link, podcast, audio, duration_s: durationS, pub_date_ms: pubDateMs } = episode;
    const { excerpt, reasons, image, strength, why } = mailed(episode);
    const said = (episode.spoken ?? []).map(({ text, atMs }) => ({
      text,
      atMs: atMs === null ? null : playsFrom(episode, atMs),
    }));
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
      ...itemLinks(siteUrl, alertFields(alert), { ...episode, said }),
    });
  };
}

function mailedEpisode(episode: Episode, terms: readonly Term[]): DigestEpisode {
  const { title, link, podcast, image, description, foundIn = [], spoken = [] } = episode;
  const { id, showId, audio, alsoIn = [], pub_date_ms: pubDateMs } = episode;
  const said = spoken.map((each) => ({
    text: quotationText(each, episode.timesMayDiffer),
    atMs: each.atMs,
  }));
  const written = [description, ...foundIn.map(({ text }) => text)];
  const instead = description.includes(HIGHLIGHT_START) ? undefined : said.shift();
  const quoted = instead === undefined ? [] : [instead];
  const isMarked = (term: Term) => (text: string) => isHighlighted(term, text);
  const reasons: MatchReason[] = [...foundIn];
  for (const term of terms.filter(mayBeSpoken)) {
    if ([...written, ...quoted.map(({ text }) => text)].some(isMarked(term))) continue;
    const found = said.find(({ text }) => isMarked(term)(text));
    if (found === undefined) continue;
    quoted.push(found);
    reasons.push({ place: 'spoken', text: found.text });
  }
  const audioAtMs = playsFrom(episode, quoted.find(({ atMs }) => atMs !== null)?.atMs ?? 0);
  return {
    title,
    link,
    podcast,
    image,
    pubDateMs: pubDateMs ?? NaN,
    excerpt: instead?.text ?? description,
    ...(reasons.length > 0 && { reasons }),
    ...(episode.strength && { strength: episode.strength }),
    ...(episode.why && { why: episode.why }),
    ...(alsoIn.length > 0 && { alsoIn: alsoIn.map((show) => show.podcast) }),
    ...(id !== undefined && { id }),
    ...(showId !== undefined && { showId }),
    ...(audio !== undefined && { audio, ...(audioAtMs > 0 && { audioAtMs }) }),
  };
}
