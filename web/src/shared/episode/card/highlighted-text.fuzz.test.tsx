import { render } from '@testing-library/react';
import fc from 'fast-check';
import { inOneLine } from 'functions/contract';
import { expect, test } from 'vitest';
import { HighlightedText } from './highlighted-text.tsx';

/** Strings with a meaning for highlight markers, HTML, React or templates. */
const PIECES = [
  '>>>',
  '<<<',
  '>>',
  '<<',
  '>',
  '<',
  '>>>>',
  '<<<<',
  '</mark>',
  '<mark>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '&lt;b&gt;',
  '&#60;',
  '&amp;',
  '"',
  "'",
  '`',
  '{',
  '}',
  '${x}',
  '{{x}}',
  'javascript:',
  '__proto__',
  'OpenAI',
  ' ',
  '\n',
  '\0',
  '\ud800',
  '\u202e',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));
const match = text.map((inside) => `>>>${inside}<<<`);
const description = fc
  .array(fc.oneof(text, match), { maxLength: 5 })
  .map((pieces) => pieces.join(''));

test('a description never becomes markup; only its matches become marks', () => {
  const { container, rerender } = render(<HighlightedText text="" />);
  let marked = 0;
  fc.assert(
    fc.property(description, (written) => {
      rerender(<HighlightedText text={written} />);
      const marks = Array.from(container.children);
      expect(marks.every((mark) => mark.tagName === 'MARK' && mark.children.length === 0)).toBe(
        true,
      );
      for (const mark of marks) {
        expect(mark.getAttributeNames()).toEqual(['class']);
        expect(mark.textContent).not.toMatch(/^$|<<</);
      }
      marked += marks.length;
      const shown = container.textContent;
      const removed = inOneLine(written).length - shown.length;
      expect(removed).toBe(marks.length * '>>><<<'.length);
      const withMarkers = Array.from(container.childNodes, (node) =>
        node.nodeType === Node.ELEMENT_NODE ? `>>>${node.textContent ?? ''}<<<` : node.textContent,
      ).join('');
      expect(withMarkers).toBe(inOneLine(written));
    }),
    { numRuns: 5000 },
  );
  expect(marked).toBeGreaterThan(2000);
}, 60_000);
