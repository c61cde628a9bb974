import { languageCode } from '../../query/language.ts';

/** Codes of Whisper's tokenizer. A service refuses any other code with 400. */
const CODES = new Set(
  (
    'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy ' +
    'id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru ' +
    'sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'
  ).split(' '),
);
/** Codes that Whisper writes in another way than ISO 639. */
const ALIASES: Readonly<Record<string, string>> = { fil: 'tl', jv: 'jw' };

/** Null if Whisper does not know the language: then it detects one by itself. */
export function whisperLanguage(written: string): string | null {
  const code = languageCode(written) ?? '';
  const name = ALIASES[code] ?? code;
  return CODES.has(name) ? name : null;
}
