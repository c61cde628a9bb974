import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../contract/index.ts';
import { learnBoilerplate } from './learn-boilerplate.ts';

const NEWEST_MS = Date.UTC(2026, 10, 22);

/** The boilerplate of each episode; one episode a week by default, newest first. */
function boilerplateIn(feed: readonly string[], everyDays = 7): string[] {
  const find = learnBoilerplate(
    feed.map((text, week) => ({ text, publishedAtMs: NEWEST_MS - week * everyDays * DAY_MS })),
  );
  return feed.map((text) =>
    find(text)
      .map(({ start, end }) => text.slice(start, end))
      .join(' | '),
  );
}

const TOPICS = ['Mars', 'Venus', 'Saturn', 'Pluto', 'Titan', 'Europa', 'Ceres', 'Vesta'];
const feedWith = (line: string, episodes = 8) =>
  TOPICS.slice(0, episodes).map((topic) => `A probe has landed on ${topic}.\n${line}`);

describe('what is said again and again', () => {
  it.each([
    'The planets podcast is made in a shed behind the old school.',
    'Learn more about the show at planets.example.com.',
    'Hosts: Ada Moon and Ben Star',
    'Website - planets.example (https://planets.example)',
  ])('is boilerplate: %s', (line) => {
    expect(boilerplateIn(feedWith(line))).toEqual(TOPICS.map(() => line));
  });

  it('is known by its words, whatever numbers, dates and campaigns it names', () => {
    const feed = TOPICS.map(
      (topic, at) =>
        `A probe has landed on ${topic}.\nRead more at https://planets.example/notes/${at + 100}?from=${topic}`,
    );
    expect(boilerplateIn(feed).every((text) => text.startsWith('Read more at'))).toBe(true);
  });

  it('is known where it is put a little differently each time', () => {
    const ways = ['our Patreon page', 'the Patreon page', 'Patreon'];
    const feed = TOPICS.map(
      (topic, at) =>
        `A probe has landed on ${topic}.\nLonger episodes without adverts can be found on ${ways[at % 3]!}.`,
    );
    expect(boilerplateIn(feed).every((text) => text.startsWith('Longer'))).toBe(true);
  });

  it('needs two episodes where a feed has no more than a few', () => {
    const line = 'Find more from us at planets.example.com.';
    expect(boilerplateIn(feedWith(line, 2))).toEqual([line, line]);
    expect(
      boilerplateIn(['On Mars.\nFind more from us at planets.example.com.', 'On Venus.']),
    ).toEqual(['', '']);
  });
});

describe('what is true of an episode stays', () => {
  it.each([
    [
      'a guest of three parts',
      'Our guest is Vera Rubin, who tells her life in three parts.',
      [0, 1, 2],
    ],
    ['a cast that plays in some episodes', 'Starring Grace Hopper as the Captain', [0, 2, 3, 5]],
    ['news that come back', 'NASA has put off the launch of its telescope again.', [0, 3, 6]],
    ['a friend of the show', 'Vera Rubin (https://rubin.example)', [0, 3, 7]],
    [
      'an episode that is shown again',
      'How to see the rings of Saturn with binoculars.',
      [1, 4, 7],
    ],
  ])('%s', (_, line, inEpisodes) => {
    const feed = TOPICS.map(
      (topic, at) => `On ${topic}.${inEpisodes.includes(at) ? `\n${line}` : ''}`,
    );
    expect(boilerplateIn(feed).join('')).toBe('');
  });

  it('a headline that a daily show carries for a week', () => {
    const line = 'The strike at the observatory goes on without talks.';
    expect(boilerplateIn(feedWith(line), 1).join('')).toBe('');
  });

  it.each(['Grok writes the minutes of the senate now', 'Orbital Rocks Sold'])(
    'a headline that a daily show carries for weeks: %s',
    (line) => {
      const other = 'The harbour stays closed after the storm';
      const feed = Array.from({ length: 24 }, (_, at) => {
        const lines = [at % 6 === 0 ? '' : line, at > 2 && at < 21 ? other : '', `On topic${at}x.`];
        return lines.filter(Boolean).join('\n');
      });
      expect(boilerplateIn(feed, 1).join('')).not.toContain(line);
    },
  );

  it('a chapter with its time', () => {
    expect(boilerplateIn(feedWith('00:00 Welcome to the show')).join('')).toBe('');
  });

  it.each([
    'Ukraine wants to become a member of the union.',
    'Teams ship faster with code generation that is free for students.',
    'Americans subscribe to the theory that rates fall.',
    'The central bank puts its rate under review.',
    'Join us as we discuss how PayPal lost its way.',
    'Pandora buys AdsWizz, and what it means for podcasts.',
    'How do you subscribe to the show on a radio?',
    'This episode is brought to you by chance: our guest Sam met us at the airport.',
    'Music by women is the topic of a new book.',
    'Sponsors leave the league after the scandal.',
    'Use code review to find bugs early.',
    'The plan: 20 % off the national debt by 2030.',
    'Support for this policy comes from both parties.',
  ])('said once: %s', (line) => {
    const feed = TOPICS.map((topic, at) => `On ${topic}.${at === 2 ? `\n${line}\nGoodbye.` : ''}`);
    expect(boilerplateIn(feed).join('')).toBe('');
    expect(boilerplateIn([`On Mars.\n${line}`]).join('')).toBe('');
  });
});

describe('what stands together again and again', () => {
  const inEpisodes = [0, 3, 6];
  const feedWithBlock = (block: string) =>
    TOPICS.map((topic, at) => `On ${topic}.${inEpisodes.includes(at) ? `\n${block}` : ''}`);

  it.each([
    [
      'Swedish',
      'Veckans avsnitt görs med stöd av raketfirman.\nAnge koden mars för att åka billigare.',
    ],
    ['German', 'Diese Woche fliegt die Raketenfirma mit.\nMehr davon gibt es für alle Mitglieder.'],
    ['Russian', 'Спонсор выпуска делает ракеты.\nПодпишитесь на наш канал о планетах.'],
    ['Japanese', '番組の提供はロケット社です。\n感想をお待ちしています。'],
    ['Arabic', 'هذه الحلقة برعاية شركة الصواريخ.\nاشتركوا في قناتنا عن الكواكب.'],
  ])('is boilerplate in %s', (_, block) => {
    const found = boilerplateIn(feedWithBlock(block));
    expect(found).toEqual(TOPICS.map((_topic, at) => (inEpisodes.includes(at) ? block : '')));
  });

  it('is the same whatever order the episodes have', () => {
    const feed = feedWithBlock('A first line of the advert.\nA second line of the advert.');
    const notes = feed.map((text, week) => ({
      text,
      publishedAtMs: NEWEST_MS - week * 7 * DAY_MS,
    }));
    const [find, findReversed] = [learnBoilerplate(notes), learnBoilerplate(notes.toReversed())];
    for (const text of feed) expect(findReversed(text)).toEqual(find(text));
  });
});

describe('what is nearly the same in most episodes', () => {
  const DAYS = ['Montag', 'Mittwoch', 'Freitag'];
  const feed = (lineOf: (at: number) => string) =>
    Array.from({ length: 12 }, (_, at) => `Thema ${String.fromCharCode(65 + at)}.\n${lineOf(at)}`);

  it('is boilerplate where words differ that come back', () => {
    const texts = feed(
      (at) =>
        `Hier sind die langsam gesprochenen Nachrichten von ${DAYS[at % 3]!} als Text und als Datei.`,
    );
    expect(boilerplateIn(texts).every((text) => text.startsWith('Hier sind'))).toBe(true);
  });

  it('is boilerplate where only the path of its link differs', () => {
    const texts = feed(
      (at) => `Alle Links der Sendung stehen auf https://mars.example/${at}x${at}.`,
    );
    expect(boilerplateIn(texts).every((text) => text.startsWith('Alle Links'))).toBe(true);
  });

  it('stays where a word is new: the topic', () => {
    const topics = 'abcdefghijkl'.split('').map((letter) => `Planet${letter}`);
    const texts = feed((at) => `Heute sprechen wir in der Sendung lange über ${topics[at]!}.`);
    expect(boilerplateIn(texts).join('')).toBe('');
  });
});

describe('what only one episode says stays, as one feed cannot know', () => {
  it.each(['This episode is brought to you by Acme!', 'Ange koden MARS och få 20 % rabatt.'])(
    'an advert: %s',
    (line) => {
      const feed = TOPICS.map((topic, at) => `On ${topic}.${at === 2 ? `\n${line}` : ''}`);
      expect(boilerplateIn(feed).join('')).toBe('');
    },
  );

  it('any sentence', () => {
    const sentence = fc.array(fc.constantFrom('mars', 'the', 'code', 'on', '20', 'x.example/y'), {
      maxLength: 8,
    });
    const notes = fc.array(fc.array(sentence, { maxLength: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(notes, (feed) => {
        // A letter-only number in the first place makes each sentence one of a kind.
        let made = 0;
        const nameOf = () =>
          Array.from(String((made += 1)), (digit) => String.fromCharCode(97 + Number(digit)));
        const texts = feed.map((lines) =>
          lines.map((words) => [`q${nameOf().join('')}`, ...words].join(' ')).join('\n'),
        );
        expect(boilerplateIn(texts).join('')).toBe('');
      }),
    );
  });
});

describe('hostile feeds', () => {
  it('looks at a bounded number of episodes', () => {
    const line = 'The planets podcast is made in a shed behind the old school.';
    const feed = Array.from({ length: 10_000 }, (_, at) => (at < 9_000 ? `Number ${at}` : line));
    expect(boilerplateIn(feed).filter((text) => text === line)).toEqual([]);
  });

  it.each([
    ['one word', 'follow '.repeat(20_000)],
    ['no end of a sentence', 'use code A '.repeat(10_000)],
    ['nothing but ends', '. '.repeat(60_000)],
    ['lines', 'Sponsors:\n'.repeat(12_000)],
    ['spaces', ` ${' '.repeat(100_000)}x`],
  ])('reads on through %s', (_, text) => {
    expect(boilerplateIn(Array.from({ length: 5 }, () => text))).toHaveLength(5);
  });
});
