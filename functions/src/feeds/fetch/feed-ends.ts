import { MAX_ELEMENTS, MAX_ITEMS_FOUND } from '../read/check-feed-xml.ts';
import { nextTag } from '../read/feed-markup.ts';
import { feedRoot } from '../read/feed-root.ts';

/** Where the whole items at the beginning of a feed end. Offsets are bytes. */
interface WholeItems {
  end: number;
  itemName: string;
  /** Names of the elements around the items. */
  outer: readonly string[];
}

/**
 * Null if the text is no feed or has no whole item.
 * @param text One character for each byte, which suffices for the markup of every encoding that extends ASCII.
 * @param share Share of a feed's elements and items that may be in this text.
 */
export function wholeItemsIn(text: string, share: number): WholeItems | null {
  const root = feedRoot(text);
  if (root.kind !== 'tag') return null;
  const isRss = root.name.toLowerCase() === 'rss';
  if (!isRss && !/^(?:[^:]+:)?feed$/i.test(root.name)) return null;
  const isItem = isRss ? /^item$/i : /^(?:[^:]+:)?entry$/i;
  const open: string[] = [];
  let found: WholeItems | null = null;
  let [elements, items] = [0, 0];
  for (
    let tag: ReturnType<typeof nextTag> = root;
    tag.kind === 'tag';
    tag = nextTag(text, tag.end)
  ) {
    if (tag.opens) {
      elements += 1;
      open.push(tag.name);
    }
    if (elements > MAX_ELEMENTS * share || items >= Math.floor(MAX_ITEMS_FOUND * share)) break;
    if (!tag.closes) continue;
    if (open.pop() !== tag.name) break;
    if (open.length === (isRss ? 2 : 1) && isItem.test(tag.name)) {
      items += 1;
      found = { end: tag.end, itemName: tag.name, outer: [...open] };
    }
  }
  return found;
}

/** A well-formed feed with the whole items of its beginning and, if it can be read, of its end. */
export function joinEnds(
  head: Buffer,
  tail: Buffer | null,
  { end, itemName, outer }: WholeItems,
  share: number,
): Buffer {
  const beginning = head.subarray(0, end);
  const start = tail && startOfItems(tail.toString('latin1'), itemName, outer, share);
  if (tail !== null && start !== null) return Buffer.concat([beginning, tail.subarray(start)]);
  return Buffer.concat([
    beginning,
    Buffer.from(
      outer
        .map((name) => `</${name}>`)
        .reverse()
        .join(''),
    ),
  ]);
}

/** Null if the text has no whole item, or does not end as the feed. */
function startOfItems(
  text: string,
  itemName: string,
  outer: readonly string[],
  share: number,
): number | null {
  const open = [...outer];
  const starts: { at: number; elements: number }[] = [];
  let elements = 0;
  const first = text.indexOf(`<${itemName}`);
  if (first === -1) return null;
  for (let tag = nextTag(text, first); open.length > 0; tag = nextTag(text, tag.end)) {
    if (tag.kind !== 'tag') return null;
    if (tag.opens) {
      if (open.length === outer.length && tag.name === itemName)
        starts.push({ at: tag.start, elements });
      elements += 1;
      open.push(tag.name);
    }
    if (tag.closes && open.pop() !== tag.name) return null;
  }
  const least = elements - MAX_ELEMENTS * share;
  const few = starts.slice(-Math.floor(MAX_ITEMS_FOUND * share));
  return few.find((start) => start.elements >= least)?.at ?? null;
}
