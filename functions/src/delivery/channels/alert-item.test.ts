import { describe, expect, test } from 'vitest';
import { alertItemSchema } from '../../contract/index.ts';
import { alertItem, type ItemFacts } from './alert-item.ts';

const facts: ItemFacts = {
  id: 'one',
  title: '>>>Ledgers<<<',
  link: 'https://podcast.example/1',
  podcast: 'Small Bets',
  pubDateMs: Date.parse('2026-11-21T12:00:00Z'),
  excerpt: 'On >>>ledgers<<< & <b>more</b>.',
  alerts: [
    { id: '000', query: 'ledgers' },
    { id: '003', query: 'ledgers' },
  ],
};

describe('an item', () => {
  test('states why it matched, in plain text and with marks', () => {
    const item = alertItem({
      ...facts,
      reasons: [{ place: 'guest', text: '>>>Ada<<<' }],
      said: [{ atMs: 754_900, text: 'The >>>ledger<<<.', url: 'https://earshot.example/?q=x' }],
    });
    expect(alertItemSchema.parse(item)).toEqual(item);
    expect(item).toMatchObject({
      title: 'Ledgers',
      content_text: 'On ledgers & <b>more</b>.\nGuest: Ada',
      content_html:
        '<p>On <mark>ledgers</mark> &amp; &lt;b&gt;more&lt;/b&gt;.</p><p>Guest: <mark>Ada</mark></p>',
      tags: ['ledgers'],
      date_published: '2026-11-21T12:00:00.000Z',
      _earshot: {
        alerts: facts.alerts,
        reasons: [{ place: 'guest', text: 'Ada' }],
        said: [{ at_seconds: 754, text: 'The ledger.', url: 'https://earshot.example/?q=x' }],
      },
    });
  });

  test('mentions that its show published many episodes at once', () => {
    const item = alertItem({ ...facts, podcast: 'Two <b> Keels', newAtOnce: 41 });
    const text = 'published 41 episodes at once. Alerts look only at the newest three.';
    expect(item.content_text.split('\n').at(-1)).toBe(`Two <b> Keels ${text}`);
    expect(item.content_html).toContain(`<p>Two &lt;b&gt; Keels ${text}</p>`);
  });

  test('leaves out unknown fields and addresses that are not http(s)', () => {
    const item = alertItem({ ...facts, link: 'javascript:alert(1)', image: '', podcast: '' });
    expect(Object.keys(item)).toEqual([
      'id',
      'title',
      'content_text',
      'content_html',
      'date_published',
      'authors',
      'tags',
      '_earshot',
    ]);
    expect(item.authors).toEqual([]);
  });

  test('attaches the publisher’s own file with its type and length', () => {
    const audio = 'https://podcast.example/1.m4a?a=1&b=2';
    expect(alertItem({ ...facts, audio, durationS: 60 }).attachments).toEqual([
      { url: audio, mime_type: 'audio/mp4', duration_in_seconds: 60 },
    ]);
  });
});

test.each([null, NaN, Infinity, 9e15])('replaces an invalid date of %s with 1970', (pubDateMs) => {
  expect(alertItem({ ...facts, pubDateMs }).date_published).toBe('1970-01-01T00:00:00.000Z');
});
