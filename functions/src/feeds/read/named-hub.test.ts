import { expect, test } from 'vitest';
import { readLinkHeader } from '../fetch/link-header.ts';
import { namedHub } from './named-hub.ts';
import { readFeed } from './read-feed.ts';

const HUB = 'https://hub.example/';
const TOPIC = 'https://show.example/feed.xml';

const rss = (links: string) =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Show</title>${links}
   <item><title>One</title><link>https://show.example/1</link></item></channel></rss>`;
const atom = (links: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title>${links}
   <entry><title>One</title><link href="https://show.example/1"/></entry></feed>`;

function hubOf(xml: string) {
  const reading = readFeed(Buffer.from(xml), null, Date.now());
  return reading.kind === 'read' ? (reading.show.hub ?? null) : reading.message;
}

const both = (prefix: string) =>
  `<${prefix}link rel="hub" href="${HUB}"/><${prefix}link rel="self" href="${TOPIC}"/>`;

test.each([
  ['RSS', rss(both('atom:'))],
  ['Atom', atom(both(''))],
  [
    'another prefix and capitals',
    `<rss version="2.0" xmlns:a10="http://www.w3.org/2005/Atom"><channel><title>Show</title>
     <a10:link rel="HUB" href="${HUB}"/><a10:link rel="self" type="x/y" href="${TOPIC}"/>
     <item><title>One</title><link>https://show.example/1</link></item></channel></rss>`,
  ],
])('reads hub and topic from a feed: %s', (_, xml) => {
  expect(hubOf(xml)).toEqual({ hub: HUB, topic: TOPIC });
});

test.each([
  ['no hub', `<atom:link rel="self" href="${TOPIC}"/>`],
  ['no topic', `<atom:link rel="hub" href="${HUB}"/>`],
  ['a hub of another scheme', both('atom:').replace('https://hub', 'ftp://hub')],
  ['a relative hub', both('atom:').replace(HUB, '/hub')],
  ['a hub that is too long', both('atom:').replace(HUB, HUB + 'x'.repeat(2048))],
  ['a private topic', both('atom:').replace(TOPIC, 'https://www.patreon.com/rss/a?auth=secret')],
  [
    'a hub of an item',
    `<item><title>Two</title><link>https://show.example/2</link>${both('atom:')}</item>`,
  ],
])('names no hub for %s', (_, links) => {
  expect(hubOf(rss(links))).toBeNull();
});

test('takes the first of several hubs', () => {
  const links = [
    { rel: 'hub', href: 'nowhere' },
    { rel: 'hub', href: HUB },
    { rel: 'hub', href: TOPIC },
  ];
  expect(namedHub([...links, { rel: 'self', href: TOPIC }])).toEqual({ hub: HUB, topic: TOPIC });
});

test.each([
  [`<${HUB}>; rel="hub", <${TOPIC}>; rel="self"`],
  [`<${HUB}>;rel=hub,<${TOPIC}>;title="a, b; c";rel=self`],
  [[`<${HUB}>; rel="hub"`, `<${TOPIC}>; rel="self alternate"`]],
  [`garbage, <x, <${HUB}>; REL="Hub" , <${TOPIC}>; rel="self"; type="x"`],
])('reads hub and topic from the header %s', (header) => {
  expect(namedHub(readLinkHeader(header))).toEqual({ hub: HUB, topic: TOPIC });
});

test.each([
  undefined,
  '',
  '<',
  `<${HUB}>`,
  `${HUB}; rel=hub`,
  '<a>; rel="'.repeat(2000),
  '<'.repeat(100_000),
  '<a>' + ';a=b'.repeat(100_000),
  `<a>${' '.repeat(100_000)}`,
])('names no hub for another header', (header) => {
  expect(namedHub(readLinkHeader(header))).toBeNull();
});
