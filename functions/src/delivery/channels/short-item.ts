import { escapeUTF8 } from 'entities/escape';
import type { AlertItem } from '../../contract/index.ts';
import { cutText } from '../../platform/one-line.ts';

/** A page's address is kept up to this length, because it is ours and opens the rest. */
const MIN_PAGE_LENGTH = 200;
const SCALES = [1, 0.5, 0.25, 0.1, 0.03];

/** Shortens an item, whose texts can have any length and which can match 200 alerts. Cut texts end with "…". */
export function shortItem(
  item: AlertItem,
  maxSize: number,
  sizeOf: (item: AlertItem) => number,
): AlertItem {
  if (sizeOf(item) <= maxSize) return item;
  for (const scale of SCALES) {
    const cut = cutItem(item, scale);
    if (sizeOf(cut) <= maxSize) return cut;
  }
  const { id, date_published } = item;
  return {
    id,
    date_published,
    title: cutText(item.title, 100),
    content_text: '',
    content_html: '',
    authors: [],
    tags: [],
    _earshot: { published: date_published, alerts: [], reasons: [], said: [] },
  };
}

function cutItem(item: AlertItem, scale: number): AlertItem {
  const scaled = (count: number) => Math.max(1, Math.round(count * scale));
  const text = (written: string, length: number) => cutText(written, scaled(length));
  const fits = (address: string) => address.length <= scaled(2000);
  const { url, image, attachments, content_text, content_html, _earshot, ...rest } = item;
  const { page } = _earshot;
  const body = text(content_text, 4000);
  const files = attachments?.filter((file) => fits(file.url)).slice(0, 1) ?? [];
  return {
    ...rest,
    ...(url !== undefined && fits(url) && { url }),
    ...(image !== undefined && fits(image) && { image }),
    ...(files.length > 0 && { attachments: files }),
    title: text(item.title, 500),
    content_text: body,
    content_html: body === content_text ? content_html : `<p>${escapeUTF8(body)}</p>`,
    authors: item.authors.slice(0, 1).map(({ name }) => ({ name: text(name, 300) })),
    tags: item.tags.slice(0, scaled(20)).map((tag) => text(tag, 200)),
    _earshot: {
      published: _earshot.published,
      ...(_earshot.strength && { strength: _earshot.strength }),
      ...(_earshot.why && { why: _earshot.why }),
      alerts: _earshot.alerts
        .slice(0, scaled(20))
        .map(({ id, query }) => ({ id: text(id, 40), query: text(query, 200) })),
      reasons: _earshot.reasons
        .slice(0, scaled(10))
        .map((reason) => ({ place: reason.place, text: text(reason.text, 300) })),
      ...(page !== undefined && page.length <= Math.max(MIN_PAGE_LENGTH, scaled(2000)) && { page }),
      said: _earshot.said.slice(0, scaled(5)).map(({ at_seconds, text: said, url }) => ({
        at_seconds,
        text: text(said, 500),
        ...(url !== undefined && fits(url) && { url }),
      })),
    },
  };
}
