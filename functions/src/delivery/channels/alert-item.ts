import { escapeUTF8 } from 'entities/escape';
import {
  type AlertItem,
  inOneLine,
  type MatchReason,
  type MatchStrength,
  reasonLines,
  splitHighlights,
  withoutHighlights,
  webUrl,
} from '../../contract/index.ts';
import { newAtOnceText } from '../new-at-once-text.ts';
import { tidyText } from '../../platform/one-line.ts';
import { audioType } from '../../feeds/write/audio-type.ts';

/** A matching episode. Texts come from the publisher, with highlight markers around matches. */
export interface ItemFacts extends MatchStrength {
  /** Equal for all duplicates of an episode. */
  id: string;
  title: string;
  link: string;
  podcast: string;
  image?: string | undefined;
  audio?: string | undefined;
  durationS?: number | undefined;
  pubDateMs: number | null;
  excerpt: string;
  reasons?: readonly MatchReason[] | undefined;
  newAtOnce?: number | undefined;
  /** The episode's page on this site; absent if it has none. */
  page?: string | undefined;
  said?: readonly { atMs: number | null; text: string; url?: string | undefined }[] | undefined;
  alerts: readonly { id: string; query: string; match?: string | undefined }[];
}

/** The only code that turns an item's highlight markers into `<mark>` or removes them. */
export function alertItem(facts: ItemFacts): AlertItem {
  const { id, podcast, pubDateMs, durationS, reasons = [], said = [], alerts, newAtOnce } = facts;
  const [link, image, audio] = [facts.link, facts.image, facts.audio].map(
    (address) => webUrl(address)?.href,
  );
  const written = new Date(pubDateMs ?? 0);
  const published = Number.isNaN(written.getTime()) ? new Date(0) : written;
  const lines = [
    facts.excerpt,
    ...reasonLines(reasons, () => false).map(({ label, text }) => label + text),
    ...(newAtOnce === undefined ? [] : [`${podcast} ${newAtOnceText(newAtOnce)}`]),
  ]
    .map((line) => tidyText(inOneLine(line)).trim())
    .filter((line) => line !== '');
  return {
    id,
    ...(link !== undefined && { url: link }),
    title: plain(facts.title),
    content_text: lines.map(withoutHighlights).join('\n'),
    content_html: lines.map((line) => `<p>${marked(line)}</p>`).join(''),
    date_published: published.toISOString(),
    ...(image !== undefined && { image }),
    authors: podcast === '' ? [] : [{ name: plain(podcast) }],
    tags: [...new Set(alerts.map(({ query }) => query))],
    ...(audio !== undefined && {
      attachments: [
        {
          url: audio,
          mime_type: audioType(audio),
          ...(durationS !== undefined && { duration_in_seconds: durationS }),
        },
      ],
    }),
    _earshot: {
      published: published.toISOString(),
      alerts: alerts.map(({ id: alert, query, match }) => ({
        id: alert,
        query,
        ...(match !== undefined && { match }),
      })),
      ...(facts.strength && { strength: facts.strength }),
      ...(facts.why && { why: facts.why }),
      reasons: reasons.map(({ place, text }) => ({ place, text: plain(text) })),
      ...(facts.page !== undefined && { page: facts.page }),
      said: said.map(({ atMs, text, url }) => ({
        at_seconds: atMs === null ? null : Math.floor(atMs / 1000),
        text: plain(text),
        ...(url !== undefined && { url }),
      })),
    },
  };
}

function plain(text: string): string {
  return withoutHighlights(tidyText(text).trim());
}

function marked(text: string): string {
  return splitHighlights(text)
    .map((part) =>
      part.highlighted ? `<mark>${escapeUTF8(part.text)}</mark>` : escapeUTF8(part.text),
    )
    .join('');
}
