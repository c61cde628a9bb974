import { describe, expect, it } from 'vitest';
import { cutText, isReadable, plainLine, plainText } from './plain-text.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';

const text = (html: string) => plainText(html, 10_000);

describe('plainText', () => {
  it.each([
    ['<p>One</p><p>Two <b>bold</b> words</p>', 'One\nTwo bold words'],
    ['One<br>two<br/>three', 'One\ntwo\nthree'],
    ['<ul><li>first</li><li>second</li></ul>', 'first\nsecond'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['plain first line\r\n\r\n  plain second   line\t', 'plain first line\nplain second line'],
    ['<p>a source\nline break</p>', 'a source line break'],
    ['in<b>side</b> a word', 'inside a word'],
    ['AT&amp;T, caf&eacute;, 5 &lt; 6, &#x1F399;', 'AT&T, café, 5 < 6, 🎙'],
    ['a<!-- remark -->b', 'ab'],
  ])('keeps the words and the lines of %j', (html, expected) => {
    expect(text(html)).toBe(expected);
  });

  it.each(['script', 'style', 'iframe', 'noembed', 'noframes'])(
    'drops the content of <%s>',
    (name) => {
      expect(text(`before <${name} x="y">hidden()</${name}> after`)).toBe('before after');
    },
  );

  it('removes double-encoded markup and decodes no further', () => {
    expect(text('&lt;p&gt;Hello&lt;/p&gt;')).toBe('Hello');
    expect(text('&amp;amp; stays &amp;lt;p&amp;gt;')).toBe('&amp; stays &lt;p&gt;');
  });

  it.each([
    '<<b>script>alert(1)</script>',
    '<scr<b>ipt>alert(1)</scr</b>ipt>',
    '&lt;&lt;b&gt;script&gt;alert(1)',
    '<\u200bscript>',
    '&lt;scr\u0000ipt&gt;',
    '&lt;img src=x onerror=alert(1)//',
  ])('forms no tag from the pieces of %j', (html) => {
    expect(text(html)).not.toMatch(/<[a-z/!?]/i);
  });

  it('keeps angle brackets that are no tags', () => {
    expect(text('{{7*7}} <%= 7*7 %> a <- b, I <3 it')).toBe('{{7*7}} <%= 7*7 %> a <- b, I <3 it');
  });

  it('removes forged highlight markers', () => {
    expect(text('&gt;&gt;&gt;forged&lt;&lt;&lt; >\u200b>\u200b>')).toBe('>>forged<< >>');
  });

  it('removes control characters, lone surrogates and noncharacters', () => {
    expect(text('a\u0000b\u0007c\u001b[31md\u007fe\u0090f\ud800g\uffffh')).toBe('abc[31mdefgh');
  });

  it.each(['Copper\x96Tin: what\x92s next\x85', 'Copper&#150;Tin: what&#x92;s next&#133;'])(
    'reads the controls of %j as signs of windows-1252',
    (written) => {
      expect(text(written)).toBe('Copper–Tin: what’s next…');
    },
  );

  it('keeps at most thirty consecutive marks', () => {
    const marks = '\u0301\u0316'.repeat(200_000);
    expect(plainText(`a${marks} b`, Infinity)).toBe(`a${marks.slice(0, 30)} b`);
    expect(plainText('Việt Nam, दिल्ली', Infinity)).toBe('Việt Nam, दिल्ली');
  });

  it('removes bidi overrides and zero-width characters', () => {
    expect(text('\u202egnp.exe\u2069 zero\u200bwidth\ufeff \u00adsoft\u2060')).toBe(
      'gnp.exe zerowidth soft',
    );
  });

  it('keeps meaningful joiners, flags and variation selectors', () => {
    const family =
      '👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} می\u200cخواهم';
    expect(text(family)).toBe(family);
    expect(text('a\u200db \u{e0061}\u{e0062}x')).toBe('ab x');
  });

  it('cuts at the limit without splitting a character', () => {
    expect(plainText('<p>ab 🎙</p>', 4)).toBe('ab');
    expect(plainText('abc def', 4)).toBe('abc');
  });

  it.each([
    ['opening tags', '<b>'.repeat(1_300_000)],
    ['tags that close nothing', '<b>'.repeat(600_000) + '</i>'.repeat(600_000)],
    ['angle brackets', '<'.repeat(4_000_000)],
    ['ampersands', '&'.repeat(4_000_000)],
    ['white space', ' '.repeat(4_000_000) + 'x'],
    ['tag characters', '\u{e0061}'.repeat(2_000_000)],
    ['comment openings', '<!--'.repeat(1_000_000)],
    ['script openings', '<script>'.repeat(500_000)],
    ['letters', 'a'.repeat(4_000_000)],
  ])('reads 4 MB of %s without blowing up', (_, html) => {
    withoutBlowUp(() => plainText(html, 10_000));
  });
});

describe('plainLine', () => {
  it('returns a single line', () => {
    expect(plainLine('<p>One</p>\n<p>two</p>', 500)).toBe('One two');
  });
});

describe('cutText', () => {
  it('does not cut a text as long as the limit', () => {
    expect(cutText('abcd', 4)).toBe('abcd');
  });
});

describe('isReadable', () => {
  it.each([' ', '', '\u3164\u200b', '\ufe0f', '\u0301'])('treats %j as unreadable', (written) => {
    expect(isReadable(plainLine(written, 10))).toBe(false);
  });
  it.each(['1984', '?', '東京', '🎙'])('treats %j as readable', (written) => {
    expect(isReadable(plainLine(written, 10))).toBe(true);
  });
});
