/** The leading code or name of a written language: `pt-BR`, `EN_us`, `English (US)`. */
const PRIMARY = /^\s*(\p{L}+)(?:[-_\s,;(]|$)/u;
const CODE = /^[a-z]{2,3}$/;
/** ISO 639 codes for multiple, no, uncoded and undetermined languages. */
const NO_LANGUAGE: readonly string[] = ['mul', 'zxx', 'mis', 'und'];
/** Feeds use the codes of Norwegian and its two written forms interchangeably. */
const CODE_ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** Created on first use, because creation takes 50 ms. */
let names: Intl.DisplayNames | undefined;
let codes: Map<string, string> | undefined;

/** English name; undefined if the code is not a language. */
export function languageName(code: string): string | undefined {
  if (NO_LANGUAGE.includes(code)) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(code);
}

const MAX_CACHED = 1_000;
const cached = new Map<string, string | null>();

/** Returns `pt` for `pt-BR`, and `de` for `ger` and `German`. Null for other text. */
export function languageCode(written: string): string | null {
  const primary = PRIMARY.exec(written)?.[1]?.toLowerCase();
  if (primary === undefined) return null;
  let code = cached.get(primary);
  if (code === undefined) {
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(primary, (code = codeOf(primary)));
  }
  return code;
}

function codeOf(primary: string): string | null {
  const code = CODE.test(primary) ? primary : codeOfName(primary);
  if (code === undefined || languageName(code) === undefined) return null;
  const { language } = new Intl.Locale(code);
  return CODE_ALIASES[language] ?? language;
}

/** Supports only languages with a two-letter code. */
function codeOfName(name: string): string | undefined {
  codes ??= new Map(twoLetters().map((code) => [languageName(code)?.toLowerCase() ?? '', code]));
  return codes.get(name);
}

function twoLetters(): string[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  return letters.flatMap((first) => letters.map((second) => first + second));
}
