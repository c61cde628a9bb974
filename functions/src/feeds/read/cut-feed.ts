import { rootTag } from './feed-markup.ts';

/**
 * The beginning of a feed that is longer than `most`: its head and first items, with the open elements closed,
 * and the number of items after it. Without an item that ends there the rest is not well-formed. Linear time.
 */
export function cutFeed(xml: string, most: number): { xml: string; itemsLeft: number } {
  if (xml.length <= most) return { xml, itemsLeft: 0 };
  const root = rootTag(xml);
  const name = root.kind === 'tag' ? root.name : '';
  const isRss = name.toLowerCase() === 'rss';
  const prefix = name.slice(0, name.indexOf(':') + 1);
  const itemEnd = isRss ? '</item>' : `</${prefix}entry>`;
  const end = xml.lastIndexOf(itemEnd, most) + itemEnd.length;
  if (end < itemEnd.length) return { xml: xml.slice(0, most), itemsLeft: 0 };
  let itemsLeft = 0;
  for (let at = xml.indexOf(itemEnd, end); at >= 0; at = xml.indexOf(itemEnd, at + 1))
    itemsLeft += 1;
  return { xml: `${xml.slice(0, end)}${isRss ? '</channel>' : ''}</${name}>`, itemsLeft };
}
