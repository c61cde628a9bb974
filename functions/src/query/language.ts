/** The leading code or name of a written language: `pt-BR`, `EN_us`, `English (US)`. */
const PRIMARY = /^\s*([\p{L}\p{M}]+)(?:[-_\s,;/(（、]|$)/u;
const CODE = /^[a-z]{2,3}$/;
/** ISO 639 codes for multiple, no, uncoded and undetermined languages. */
const NO_LANGUAGE: readonly string[] = ['mul', 'zxx', 'mis', 'und'];
/** Names, and first words of names, that `Intl` does not have. */
const NAME_ALIASES: Readonly<Record<string, string>> = {
  american: 'en',
  bahasa: 'id',
  'bahasa melayu': 'ms',
  bokmal: 'no',
  brazilian: 'pt',
  british: 'en',
  cantonese: 'yue',
  castellano: 'es',
  česky: 'cs',
  farsi: 'fa',
  flemish: 'nl',
  mandarin: 'zh',
  nynorsk: 'no',
  simplified: 'zh',
  srpski: 'sr',
  tagalog: 'fil',
  traditional: 'zh',
  عربي: 'ar',
  हिंदी: 'hi',
  ภาษาไทย: 'th',
  粵語: 'yue',
  粤语: 'yue',
  普通话: 'zh',
  國語: 'zh',
  简体中文: 'zh',
  繁體中文: 'zh',
};
/**
 * Feeds use the codes of Norwegian and its two written forms interchangeably, and Korea's code for Korean. It is also
 * that of Kanuri, in which there are hardly any shows.
 */
const CODE_ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', kr: 'ko' };

/** Created on first use, because creation takes 50 ms. */
let names: Intl.DisplayNames | undefined;
let regions: Intl.DisplayNames | undefined;
let codes: Map<string, string> | undefined;

/** English name; undefined if the code is not a language. */
export function languageName(code: string): string | undefined {
  if (NO_LANGUAGE.includes(code)) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(code);
}

const MAX_CACHED = 1_000;
/** UTF-16 code units. */
const MAX_WRITTEN_LENGTH = 100;
/** Region codes that `Intl` names but that are not a country with a language of its own. */
const NO_COUNTRIES: readonly string[] = [
  'AQ',
  'BV',
  'CP',
  'EU',
  'EZ',
  'HM',
  'TF',
  'UN',
  'XA',
  'XB',
  'ZZ',
];
const cached = new Map<string, string | null>();

/**
 * Returns `pt` for `pt-BR`, and `de` for `ger`, `German` and `Deutsch`. A country that is no language stands for
 * its language: `ja` for `jp`. Null for other text.
 */
export function languageCode(written: string): string | null {
  const text = foldName(written.normalize('NFC').slice(0, MAX_WRITTEN_LENGTH));
  const primary = PRIMARY.exec(text)?.[1];
  if (primary === undefined) return null;
  let code = cached.get(text);
  if (code === undefined) {
    if (cached.size >= MAX_CACHED) cached.clear();
    const found = codeOfName(text) ?? (CODE.test(primary) ? primary : codeOfName(primary));
    cached.set(text, (code = found === undefined ? null : canonicalCode(found)));
  }
  return code;
}

function canonicalCode(code: string): string | null {
  if (languageName(code) === undefined) return languageOfCountry(code);
  return withAlias(new Intl.Locale(code).language);
}

function withAlias(code: string): string {
  return CODE_ALIASES[code] ?? code;
}

function languageOfCountry(country: string): string | null {
  if (country.length !== 2) return null;
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const region = country.toUpperCase();
  if (NO_COUNTRIES.includes(region) || regions.of(region) === undefined) return null;
  return withAlias(new Intl.Locale(`und-${region}`).maximize().language);
}

/** Supports languages with a two-letter code, and names of `Intl`. */
function codeOfName(name: string): string | undefined {
  codes ??= namedCodes();
  return codes.get(name);
}

function namedCodes(): Map<string, string> {
  const supported = Intl.DisplayNames.supportedLocalesOf(
    twoLetters().filter((code) => languageName(code) !== undefined),
  );
  const own = supported.map((code): [string, string] => {
    const display = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' });
    return [display.of(code) ?? '', code];
  });
  const english = twoLetters().map((code): [string, string] => [languageName(code) ?? '', code]);
  return new Map(
    [...own, ...english, ...Object.entries(NAME_ALIASES)].map(([name, code]) => [
      foldName(name),
      code,
    ]),
  );
}

/** Without case and accents, which people leave out: `espanol`. */
function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim();
}

function twoLetters(): string[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  return letters.flatMap((first) => letters.map((second) => first + second));
}
