/**
 * The code of two or three letters, or the name, at the beginning of a written language: `pt-BR`, `EN_us`,
 * `English (US)`.
 */
const PRIMARY = /^\s*(\p{L}+)(?:[-_\s,;(]|$)/u;
const CODE = /^[a-z]{2,3}$/;
/** Codes that name no language: several, none, another, an unknown one. */
const NO_LANGUAGE: readonly string[] = ['mul', 'zxx', 'mis', 'und'];
/** Codes that count as another one: feeds use those of Norwegian and its two written forms interchangeably. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** Created on first use, because that takes 50 ms. */
let names: Intl.DisplayNames | undefined;
let codes: Map<string, string> | undefined;

/** English name of a language; undefined for a code that is not a language's. */
export function languageName(code: string): string | undefined {
  if (NO_LANGUAGE.includes(code)) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(code);
}

const MOST_KNOWN = 1_000;
const known = new Map<string, string | null>();

/**
 * The primary code of a language as a feed or a person writes it: `pt` for `pt-BR`, `de` for `ger` and
 * `German`. Null for any other text.
 */
export function languageCode(written: string): string | null {
  const primary = PRIMARY.exec(written)?.[1]?.toLowerCase();
  if (primary === undefined) return null;
  let code = known.get(primary);
  if (code === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(primary, (code = codeOf(primary)));
  }
  return code;
}

function codeOf(primary: string): string | null {
  const code = CODE.test(primary) ? primary : codeOfName(primary);
  if (code === undefined || languageName(code) === undefined) return null;
  const { language } = new Intl.Locale(code);
  return SAME[language] ?? language;
}

/** The code of a language by its name; only languages with a code of two letters. */
function codeOfName(name: string): string | undefined {
  codes ??= new Map(twoLetters().map((code) => [languageName(code)?.toLowerCase() ?? '', code]));
  return codes.get(name);
}

function twoLetters(): string[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  return letters.flatMap((first) => letters.map((second) => first + second));
}
