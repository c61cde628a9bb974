import { webUrl } from '../../contract/index.ts';
import { attributesIn, nextTag, type Tag } from './feed-markup.ts';

const HAS_BASE = /\sxml:base\s*=/i;
const ADDRESS_ATTRIBUTES = new Set(['href', 'src', 'uri', 'url']);
/** Elements whose text is an address, by their local names. */
const ADDRESS_ELEMENTS = new Set(['icon', 'link', 'logo', 'new-feed-url', 'url']);
const ADDRESS = /\s*(?:<!\[CDATA\[\s*([^\s<>[\]]*)\s*\]\]>|([^\s<>]*))\s*(?=<\/)/y;
/** UTF-16 code units. Longer bases and addresses are ignored. */
const MAX_LENGTH = 2048;
/** Max growth of the feed, UTF-16 code units. Addresses beyond it stay relative. */
const MAX_GROWTH = 10_000_000;
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|www\.|$)/i;

/**
 * Resolves relative addresses in the scope of an `xml:base`, which feedsmith ignores for most elements. Bases are
 * nested, and only http(s) ones count. Expects well-formed XML; linear time.
 */
export function withResolvedBases(xml: string, feedUrl: string | null): string {
  if (!HAS_BASE.test(xml)) return xml;
  const parts: string[] = [];
  let kept = 0;
  let growth = 0;
  const replace = (start: number, end: number, text: string) => {
    growth += text.length;
    if (growth > MAX_GROWTH) return;
    parts.push(xml.slice(kept, start), text);
    kept = end;
  };
  const bases: (string | null)[] = [];
  for (let tag = nextTag(xml, 0); tag.kind === 'tag'; tag = nextTag(xml, tag.end)) {
    if (tag.opens) {
      const base = baseOf(xml, tag, bases.at(-1) ?? null, feedUrl);
      if (base !== null) resolveAddresses(xml, tag, base, replace);
      bases.push(base);
    }
    if (tag.closes) bases.pop();
  }
  return parts.join('') + xml.slice(kept);
}

function baseOf(
  xml: string,
  tag: Tag,
  outer: string | null,
  feedUrl: string | null,
): string | null {
  for (const { name, value } of attributesIn(xml, tag)) {
    if (name !== 'xml:base') continue;
    const from = outer ?? feedUrl ?? undefined;
    const written = value.trim();
    if (written.length + (outer?.length ?? 0) > MAX_LENGTH) return outer;
    const url = URL.canParse(written, from) ? webUrl(new URL(written, from).href) : null;
    return url?.href ?? outer;
  }
  return outer;
}

function resolveAddresses(
  xml: string,
  tag: Tag,
  base: string,
  replace: (start: number, end: number, text: string) => void,
): void {
  for (const { name, value, start, end } of attributesIn(xml, tag)) {
    const address = ADDRESS_ATTRIBUTES.has(name) ? resolved(value.trim(), base) : null;
    if (address !== null) replace(start, end, ` ${name}="${address}"`);
  }
  const local = tag.name.slice(tag.name.indexOf(':') + 1).toLowerCase();
  if (tag.closes || !ADDRESS_ELEMENTS.has(local)) return;
  ADDRESS.lastIndex = tag.end;
  const found = ADDRESS.exec(xml);
  const address = found === null ? null : resolved(found[1] ?? found[2] ?? '', base);
  if (found !== null && address !== null) replace(tag.end, tag.end + found[0].length, address);
}

/** The result can stand in an attribute or a text, because it has no quotes and angle brackets. */
function resolved(written: string, base: string): string | null {
  if (written.length > MAX_LENGTH || ABSOLUTE.test(written) || !URL.canParse(written, base))
    return null;
  const { href } = new URL(written, base);
  return href.replace(/["'<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
