import { escapeText, escapeUTF8 } from 'entities/escape';
import { oneLine } from '../platform/one-line.ts';

/** Longest text in a feed, UTF-16 code units; more than any title has, and enough for an excerpt. */
const MAX_LENGTH = 500;

/**
 * Foreign text as the content of an element, or of an attribute in double quotes: on one line, cut
 * where it is very long, and without the characters that no XML document may hold.
 */
export function xmlText(text: string, maxLength = MAX_LENGTH): string {
  return escapeUTF8(oneLine(withoutNonCharacters(text), maxLength));
}

/**
 * Foreign text as an element whose content readers take for HTML, such as `<description>`: they
 * show it to the letter, and find no markup in it.
 */
export function xmlHtmlText(text: string, maxLength = MAX_LENGTH): string {
  return escapeUTF8(escapeText(oneLine(withoutNonCharacters(text), maxLength)));
}

/** An address as the content of an element, or of an attribute in double quotes. */
export function xmlAddress(address: string): string {
  return escapeUTF8(address);
}

/** XML forbids these two; `oneLine` removes everything else that it forbids. */
function withoutNonCharacters(text: string): string {
  return text.replace(/[\uFFFE\uFFFF]/g, '');
}
