import { FIELD_NAMES } from './fields.ts';
import { hasQuerySyntax, plainKeyword } from './parse-query.ts';

const NAMED_PHRASE = /(?<![\p{L}:])"[^"]*"/gu;
/** Names in lower case, so that Re:Zero is none; not before `//`, digits or blanks. */
const FIELD_NAME = /(?<![\p{L}\p{N}:/.@_-])([a-z]{2,12}):(?=["\p{L}])/gu;

/** Names that stand where a field's could, such as `foo` of `foo:bar`, which is words. */
export function unknownFields(keyword: string): string[] {
  const names = plainKeyword(keyword).replace(NAMED_PHRASE, ' ').matchAll(FIELD_NAME);
  const known: readonly string[] = FIELD_NAMES;
  return [...new Set(Array.from(names, ([, name = '']) => name))].filter(
    (name) => !known.includes(name),
  );
}

/** True if a sentence must say what the keyword means. */
export function needsSentence(keyword: string): boolean {
  return hasQuerySyntax(keyword) || unknownFields(keyword).length > 0;
}
