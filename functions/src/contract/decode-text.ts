const DECLARATION_BYTES = 1024;

/** Microsoft or IBM code page → encoding. Other pages (1250 to 1258) are called `windows-<page>`. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Encoding names that `TextDecoder` rejects ("GB-2312"), in lower case without punctuation → encoding. */
const ALIASES: Readonly<Record<string, string>> = {
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  euccn: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
  sjis: 'shift_jis',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  latin1: 'windows-1252',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  tis620: 'windows-874',
};

/** Bytes in other encodings rarely decode without errors in these encodings, so a clean result is reliable. */
const STRICT = new Set(['gbk', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'shift_jis', 'iso-2022-jp']);

/** Max share of undecodable characters among all non-ASCII ones. Beyond it, the declared encoding is wrong. */
const MAX_DAMAGED_SHARE = 0.05;

/** Characters for the bytes 0x80 to 0x9f, which some versions of Node.js decode as control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes text whose encoding may be declared wrongly by the HTTP header (`charset`), the XML declaration,
 * or both. Precedence: a byte order mark, mostly valid UTF-8, the first declared encoding that fits the
 * bytes, windows-1252. Undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, charset: string | null = null): string {
  const unicode = detectUnicode(bytes);
  if (unicode !== undefined) return new TextDecoder(unicode).decode(bytes);
  const named = [charset, declaredEncoding(bytes)].flatMap(
    (name) => resolveEncoding(name ?? '') ?? [],
  );
  const written = countUtf8(bytes);
  if (written.letters > 0 && written.letters >= written.errors)
    return new TextDecoder().decode(bytes);
  for (const encoding of named.filter((name) => name !== 'utf-8').sort(compareStrictness)) {
    const text = decodeWith(encoding, bytes);
    if (encoding === 'windows-1252' || !isDamaged(text)) return text;
  }
  return decodeWith(written.errors > 0 ? 'windows-1252' : 'utf-8', bytes);
}

/** Detects UTF-16 without a byte order mark by a zero among the first two bytes. */
function detectUnicode([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(beginning)?.[1];
}

/** Resolves misspelt names (`cp-1251`, `ISO8859_2`). Ignores UTF-16: {@link detectUnicode} would have found it. */
function resolveEncoding(name: string): string | undefined {
  const short = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const page = /^(?:x?cp|win|windows|ms|ibm|codepage|ansi)(\d{3,5})$/.exec(short)?.[1] ?? '';
  const part = /^(?:x?iso)?8859(\d{1,2})/.exec(short)?.[1];
  const isUtf8 = /^(?:x?unicode\d*)?utf8/.test(short);
  const candidates = [
    name,
    ALIASES[short],
    CODE_PAGES[page] ?? (page === '' ? undefined : `windows-${page}`),
    part === undefined ? undefined : `iso-8859-${part}`,
    isUtf8 ? 'utf-8' : undefined,
  ];
  const known = candidates.map(knownEncoding).find((encoding) => encoding !== undefined);
  return known?.startsWith('utf-16') ? undefined : known;
}

function knownEncoding(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function compareStrictness(left: string, right: string): number {
  return strictnessOf(left) - strictnessOf(right);
}

/** Sorts windows-1252 last, because any bytes are valid in it and servers declare it by default. */
function strictnessOf(encoding: string): number {
  if (encoding === 'windows-1252') return 2;
  return STRICT.has(encoding) ? 0 : 1;
}

function decodeWith(encoding: string, bytes: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(bytes);
  return encoding === 'windows-1252' ? windows1252Signs(text) : text;
}

/** Replaces U+0080 to U+009F by the signs of windows-1252. Programs that took it for ISO 8859-1 leave such controls. */
export function windows1252Signs(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252.charAt(sign.charCodeAt(0) - 0x80));
}

/** Counts non-ASCII characters and errors; a truncated character is one error. */
function countUtf8(bytes: Uint8Array): { letters: number; errors: number } {
  let letters = 0;
  let errors = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const wanted = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let found = 0;
    while (found < wanted && ((bytes[at + 1] ?? 0) & 0xc0) === 0x80) {
      found += 1;
      at += 1;
    }
    if (wanted > 0 && found === wanted) letters += 1;
    else errors += 1;
  }
  return { letters, errors };
}

function isDamaged(text: string): boolean {
  let others = 0;
  let unreadable = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    others += 1;
    if (code === 0xfffd || (code < 0xa0 && code !== 0x85)) unreadable += 1;
  }
  return unreadable > others * MAX_DAMAGED_SHARE;
}
