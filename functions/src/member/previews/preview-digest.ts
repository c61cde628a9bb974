import { MAX_SECTION_EPISODES } from '../../alerts/plan/plan-digest.ts';
import {
  type Alert,
  alertFields,
  DAY_MS,
  type DigestPreview,
  type Preferences,
  type SearchRequest,
  type SearchResponse,
} from '../../contract/index.ts';
import type { DigestLinks } from '../../delivery/mail/digest/digest-content.ts';
import { renderDigestMail } from '../../delivery/mail/digest/digest-mail.ts';
import { alertEpisodes, alertSearch } from '../../search/alert-search.ts';

/** Days that a preview covers: first the period of a digest, then a longer period if nothing was found. */
const DAYS = { hourly: [1, 7], daily: [1, 7], weekly: [7] } as const;

export interface PreviewParts {
  alert: Alert;
  preferences: Preferences;
  links: DigestLinks;
  /** Each search counts against the person's allowance. */
  search: (request: SearchRequest) => Promise<SearchResponse>;
  nowMs: number;
}

/** Unlike a digest, a preview includes episodes that were already sent. */
export async function previewDigest(parts: PreviewParts): Promise<DigestPreview> {
  const { alert, preferences, links, search, nowMs } = parts;
  const cadence = preferences.cadence === 'paused' ? 'daily' : preferences.cadence;
  let days = 0;
  for (days of DAYS[cadence]) {
    const request = alertSearch(alert, nowMs - days * DAY_MS);
    if (request === null) continue;
    const { episodes, total } = await search(request);
    if (total === 0) continue;
    const shown = episodes.slice(0, MAX_SECTION_EPISODES);
    const section = {
      ...alertFields(alert),
      alertId: alert.id,
      episodes: shown.map(alertEpisodes(alert)),
      moreCount: Math.max(0, total - shown.length),
      episodeIds: new Uint8Array(),
    };
    const content = { cadence, timeZone: preferences.timeZone, alerts: [section] };
    const { subject, html } = await renderDigestMail(content, links);
    return { days, mail: { subject, html } };
  }
  return { days, mail: null };
}
