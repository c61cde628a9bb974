import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { plainTitle } from './plain-title.ts';

const title = (html: string) => plainTitle(html, 500);

describe('plainTitle', () => {
  it.each([
    'Map<String, List<T>> and Vec<u8>',
    'Box<A> against Option<B>',
    '<T extends Base> in practice',
    'if a<b and c>d, then x<y',
    'What <template>, <slot> and <script> are for',
    'Responsive <img> tags',
    'Why <input type="date"> is hard',
    '</rant> the end',
    '<Code/> Club',
    'The <Mark /> Report',
    '<del/>ete <big/> data',
    'I <3 <audio>',
    '#include <iostream>',
    'a <',
  ])('keeps the title %j', (written) => {
    expect(title(written)).toBe(written);
    const escaped = written
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    expect(title(escaped)).toBe(written);
  });

  it.each([
    ['<p>One</p><p>Two <strong class="x">bold</strong></p>', 'One Two bold'],
    ['<A HREF="https://x.example/?a=b>c">link</A><br />line', 'link line'],
    ['&lt;b&gt;Bold&lt;/b&gt; news', 'Bold news'],
    ['<span style="color: red">red</span> <B>b</B>', 'red b'],
    ['one<script>alert(1)</script> two<style>p {}</style>', 'one two'],
    ['<img src=x onerror=alert(1)>seen<svg onload="x()">', 'seen'],
    ['a<!-- remark -->b<o:p></o:p>', 'ab'],
    ['a<br/>b<p/>c<a name="top"/>d<wbr/>e<code class="x"/>f<o:p/>', 'a b cdef'],
    ['<<b>b>bold', 'bold'],
    ['<b&gt;bold', 'bold'],
    ['&gt;&gt;&gt;forged&lt;&lt;&lt;dialog&gt;', '>>forged<<dialog>'],
  ])('removes the markup of %j', (html, expected) => {
    expect(title(html)).toBe(expected);
  });

  it('removes formatting from any title', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '/',
      'b',
      'em',
      'code',
      ' ',
      '&lt;',
      '&gt;',
      'a="b"',
      'T',
      'dialog',
      '\ue0f0',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const read = title(parts.join(''));
        expect(read).not.toMatch(/<\/?(?:b|em)\s*\/?>|<\/?code\s*>|>>>|<<</);
      }),
    );
  });

  it.each([
    ['angle brackets', '<'.repeat(2_000_000)],
    ['open tags', '<a x="'.repeat(300_000)],
    ['attributes', `<a ${'x=y '.repeat(400_000)}`],
    ['blanks', `<a${' '.repeat(1_000_000)}`],
    ['scripts', '<script>'.repeat(200_000)],
    ['type parameters', 'B<A>'.repeat(300_000)],
  ])('reads many %s without blowing up', (_, html) => {
    withoutBlowUp(() => plainTitle(html, 500));
  });
});
