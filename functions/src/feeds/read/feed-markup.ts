/** Offsets are UTF-16 code units; `end` is exclusive. */
export interface Tag {
  kind: 'tag';
  name: string;
  opens: boolean;
  closes: boolean;
  start: number;
  end: number;
}

export interface NoTag {
  kind: 'end' | 'document-type' | 'web-page' | 'broken';
  start: number;
  /** Offset after a document type, if it has no declarations. */
  end?: number;
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

const END_TAG = /<\/([^\s/><"'=]+)\s*>/y;
const TAG_NAME = /<([^\s/><"'=!?]+)/y;
/** Also matches attributes without quotes or without a blank before them, which small hosts write. */
const ATTRIBUTE =
  /(?:\s+|(?<=["']))([^\s/><"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|((?:[^\s"'=<>`/]|\/(?!>))+))/y;
const DOCUMENT_TYPE =
  /<!doctype\s+[^\s<>[\]"']+(?:\s+(?:system|public)(?:\s*(?:"[^"<>]*"|'[^'<>]*')){1,2})?\s*>/iy;
const TAG_END = /\s*(\/?)>/y;

/** Skips text, comments, CDATA sections and processing instructions in linear time. */
export function nextTag(xml: string, from: number): Tag | NoTag {
  let start = xml.indexOf('<', from);
  while (start !== -1) {
    const section = sectionAt(xml, start);
    if (!section)
      return xml.startsWith('<!', start) ? declarationAt(xml, start) : tagAt(xml, start);
    const [opening, closing] = section;
    const end = xml.indexOf(closing, start + opening.length);
    if (end === -1) return { kind: 'broken', start };
    start = xml.indexOf('<', end + closing.length);
  }
  return { kind: 'end', start: xml.length };
}

function sectionAt(xml: string, start: number): (typeof SECTIONS)[number] | undefined {
  return SECTIONS.find(([opening]) => xml.startsWith(opening, start));
}

function declarationAt(xml: string, start: number): NoTag {
  const beginning = xml.slice(start, start + 40);
  if (/^<!doctype\s+html\b/i.test(beginning)) return { kind: 'web-page', start };
  if (!/^<!doctype\b/i.test(beginning)) return { kind: 'broken', start };
  const bare = matchAt(DOCUMENT_TYPE, xml, start);
  return { kind: 'document-type', start, ...(bare && { end: start + bare[0].length }) };
}

function tagAt(xml: string, start: number): Tag | NoTag {
  const ending = matchAt(END_TAG, xml, start);
  if (ending) {
    const [text, name = ''] = ending;
    return { kind: 'tag', name, opens: false, closes: true, start, end: start + text.length };
  }
  const name = matchAt(TAG_NAME, xml, start)?.[1];
  if (name === undefined) return { kind: 'broken', start };
  let end = start + 1 + name.length;
  for (let found = matchAt(ATTRIBUTE, xml, end); found; found = matchAt(ATTRIBUTE, xml, end)) {
    end += found[0].length;
  }
  const tagEnd = matchAt(TAG_END, xml, end);
  if (!tagEnd) return { kind: 'broken', start };
  end += tagEnd[0].length;
  return { kind: 'tag', name, opens: true, closes: tagEnd[1] === '/', start, end };
}

export function rootTag(xml: string): Tag | NoTag {
  const first = nextTag(xml, 0);
  if (first.kind !== 'document-type' || first.end === undefined) return first;
  return nextTag(xml, first.end);
}

/** Names are in lower case. Values are undecoded. If an attribute is repeated, its first value wins. */
export function attributesOf(xml: string, tag: Tag): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { name, value } of attributesIn(xml, tag))
    if (!attributes.has(name)) attributes.set(name, value);
  return attributes;
}

interface Attribute {
  /** In lower case. */
  name: string;
  /** Undecoded. */
  value: string;
  /** Offset of the blank before the attribute, if there is one. */
  start: number;
  end: number;
}

export function attributesIn(xml: string, { start, name: tagName }: Tag): Attribute[] {
  const attributes: Attribute[] = [];
  let end = start + 1 + tagName.length;
  for (let found = matchAt(ATTRIBUTE, xml, end); found; found = matchAt(ATTRIBUTE, xml, end)) {
    const [written, name = '', double, single, unquoted = ''] = found;
    const from = end;
    end += written.length;
    const value = double ?? single ?? unquoted;
    attributes.push({ name: name.toLowerCase(), value, start: from, end });
  }
  return attributes;
}

function matchAt(sticky: RegExp, text: string, offset: number): RegExpExecArray | null {
  sticky.lastIndex = offset;
  return sticky.exec(text);
}
