import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { readTranscript } from './read-transcript.ts';
import { MAX_CUE_LENGTH } from './transcript.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function cues(text: string, type: string | null = null) {
  const reading = readTranscript(bytesOf(text), type);
  if (reading.kind !== 'read') throw new Error(`refused: ${reading.code}`);
  return reading.cues;
}

function refusal(text: string | Uint8Array) {
  const reading = readTranscript(typeof text === 'string' ? bytesOf(text) : text, null);
  return reading.kind === 'refused' ? reading.code : 'read';
}

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8');

const TALK = [
  { startMs: 1_500, speaker: 'Ann Smith', text: 'Welcome to the harbour.' },
  { startMs: 12_000, speaker: 'Bo', text: 'Glad to be here, Ann & all.' },
  { startMs: 3_661_000, speaker: 'Ann Smith', text: 'Copper is the new oil.' },
];

describe('one talk in every format', () => {
  it.each([
    ['WebVTT', 'talk.vtt'],
    ['SRT', 'talk.srt'],
    ["the namespace's JSON", 'talk.json'],
    ['JSON of another maker', 'talk-text.json'],
    ['JSON with WebVTT in it', 'talk-captions.json'],
    ['HTML', 'talk.html'],
    ['plain text', 'talk.txt'],
  ])('reads the same talk from %s', (_, name) => {
    expect(cues(fixture(name), 'text/plain')).toEqual(TALK);
  });
});

describe('WebVTT', () => {
  it('reads WebVTT with notes, styles, regions, names, settings and short times', () => {
    const text =
      '\ufeffWEBVTT - Some title\nKind: captions\n\nNOTE\nnot said\n\nSTYLE\n::cue { color: red }\n\n' +
      'REGION\nid:fred\nwidth:40%\n\nintro\n00:01.500 --> 00:03.000 align:start position:0%\nHello <i>there</i>\nyou\n\n' +
      'NOTE one line\n\n1:02:03.000-->1:02:04.000\n<v.loud Ann>Loud <00:01:02.500>words</v> <v Bo>And mine';
    expect(cues(text)).toEqual([
      { startMs: 1_500, text: 'Hello there you' },
      { startMs: 3_723_000, speaker: 'Ann', text: 'Loud words' },
      { startMs: 3_723_000, speaker: 'Bo', text: 'And mine' },
    ]);
  });

  it('sorts WebVTT cues with overlapping and backward times', () => {
    const text =
      'WEBVTT\n\n00:20.000 --> 00:30.000\nthird\n\n00:05.000 --> 00:25.000\nfirst\n\n00:10.000 --> 00:01.000\nsecond';
    expect(cues(text).map((cue) => cue.text)).toEqual(['first', 'second', 'third']);
  });

  it('drops a cue whose time is beyond any episode', () => {
    const text = 'WEBVTT\n\n999:00:00.000 --> 999:00:01.000\nnever\n\n00:01.000 --> 00:02.000\nnow';
    expect(cues(text)).toEqual([{ startMs: 1000, text: 'now' }]);
  });
});

describe('SRT', () => {
  it('reads SRT without empty lines, numbers and thousandths', () => {
    const text =
      '1\n00:00:01,5 --> 00:00:02\none\n2\n00:00:05 --> 00:00:06\n<b>two</b>\n3 things\n00:01:00.25 --> 00:01:01,000\nthree';
    expect(cues(text)).toEqual([
      { startMs: 1_500, text: 'one' },
      { startMs: 5_000, text: 'two 3 things' },
      { startMs: 60_250, text: 'three' },
    ]);
  });

  it('detects a speaker only if the name precedes several cues', () => {
    const said = (at: number, text: string) =>
      `${at}\n00:00:${10 + at * 5},000 --> 00:00:59,000\n${text}\n`;
    const text = [
      said(1, 'Ann: Remember: chips.'),
      said(2, 'Remember: no chips.'),
      said(3, 'Ann: Yes.'),
      said(4, 'No.'),
      said(5, 'So.'),
      said(6, 'Go.'),
    ].join('\n');
    expect(cues(text)).toEqual([
      { startMs: 15_000, speaker: 'Ann', text: 'Remember: chips.' },
      { startMs: 20_000, text: 'Remember: no chips.' },
      { startMs: 25_000, speaker: 'Ann', text: 'Yes.' },
      { startMs: 30_000, text: 'No.' },
      { startMs: 35_000, text: 'So.' },
      { startMs: 40_000, text: 'Go.' },
    ]);
  });
});

describe('JSON', () => {
  it('joins JSON words to cues of two seconds, each of one speaker', () => {
    const words = 'we sell , they buy more copper today'.split(' ');
    const segments = words.map((body, at) => ({
      speaker: at < 5 ? 'Ann' : 'Bo',
      startTime: at * 0.5,
      endTime: at * 0.5 + 0.4,
      body,
    }));
    expect(cues(JSON.stringify({ version: '1.0.0', segments }))).toEqual([
      { startMs: 0, speaker: 'Ann', text: 'we sell, they' },
      { startMs: 2000, speaker: 'Ann', text: 'buy' },
      { startMs: 2500, speaker: 'Bo', text: 'more copper today' },
    ]);
  });

  it('keeps the texts of JSON with odd values', () => {
    const segments = [
      null,
      7,
      { body: 'no time' },
      { body: '1e-7', startTime: 1e-7 },
      { body: 'text time', startTime: '00:01:00' },
      { body: 'negative', startTime: -4 },
      { body: 4, startTime: 5 },
      { body: 'endless', startTime: 1e300, speaker: { name: 'x' } },
    ];
    expect(cues(JSON.stringify(segments))).toEqual([
      { startMs: null, text: 'no time' },
      { startMs: 0, text: '1e-7' },
      { startMs: 60_000, text: 'text time' },
      { startMs: null, text: 'negative' },
      { startMs: null, text: 'endless' },
    ]);
  });

  it.each(['{}', '{"segments":[7]}', '{"error":"not found"}', '{"segments":', '{\\rtf1 hello}'])(
    'refuses JSON without cues: %s',
    (text) => {
      expect(refusal(text)).toBe('not-a-transcript');
    },
  );
});

describe('HTML and plain text', () => {
  it('keeps the order of lines without times', () => {
    const lines = [
      { startMs: null, text: 'We met.' },
      { startMs: null, text: 'We spoke.' },
    ];
    expect(cues('<p>We met.</p>\n<p>We <b>spoke</b>.</p>')).toEqual(lines);
    expect(cues('We met.\r\n\r\nWe spoke.')).toEqual(lines);
    expect(cues('[We met.\nWe spoke.')[1]).toEqual(lines[1]);
  });

  it('reads times before lines of plain text', () => {
    expect(cues('[00:01:02] Hello\n01:02:03 - Bye\nand more')).toEqual([
      { startMs: 62_000, text: 'Hello' },
      { startMs: 3_723_000, text: 'Bye and more' },
    ]);
  });

  it('refuses an error page without speakers and times', () => {
    expect(refusal('<!DOCTYPE html><title>Not found</title><p>Sorry, no such page.</p>')).toBe(
      'not-a-transcript',
    );
  });
});

describe('a hostile transcript', () => {
  it('removes markup, invisible characters and forged highlights', () => {
    const text =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script>>>>forged<<< &lt;b&gt;bold&lt;/b&gt; \ufdd0in\u200bvisible\ufdd1\n\n' +
      '00:09.000 --> 00:10.000\n<v >>>>Eve<<<>hi';
    const read = cues(text);
    expect(read[0]?.text).toBe('>>forged<< bold invisible');
    expect(JSON.stringify(read)).not.toMatch(/>>>|<<<|script|\ufdd0/);
  });

  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['WEBVTT\n\n', 'empty'],
    ['1\n00:00:01,000 --> 00:00:02,000\n...\n\n2\n00:00:03,000 --> 00:00:04,000\n<b></b>', 'read'],
    ['<?xml version="1.0"?><tt/>', 'not-a-transcript'],
    ['%PDF-1.7 ...', 'not-a-transcript'],
  ])('judges the text %j as %s', (text, outcome) => {
    expect(refusal(text)).toBe(outcome);
  });

  it('refuses audio and archives', () => {
    const noise = Uint8Array.from({ length: 50_000 }, (_, at) => (at * 2654435761) >>> 24);
    expect(refusal(noise)).toBe('not-a-transcript');
  });

  it('refuses more cues or words than a day of speech', () => {
    expect(refusal('x\n'.repeat(400_000))).toBe('transcript-too-long');
    expect(refusal(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'word '.repeat(700_000)}`)).toBe(
      'transcript-too-long',
    );
  });

  it('splits a cue of a megabyte into short cues', () => {
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'word '.repeat(200_000)}`;
    const read = withoutBlowUp(() => cues(text));
    expect(read.every((cue) => cue.text.length <= MAX_CUE_LENGTH && cue.startMs === 1000)).toBe(
      true,
    );
    expect(
      read
        .map((cue) => cue.text)
        .join(' ')
        .split(' '),
    ).toHaveLength(200_000);
    expect(cues('x'.repeat(5000)).map((cue) => cue.text.length)).toEqual(Array(5).fill(1000));
  });

  it.each([
    ['tags that never end', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v <'.repeat(1_000_000)}`],
    ['tags within tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(1_000_000)}x`],
    [
      'half lines of times',
      '00:00:01,000 --> 00:00:02,000\nx\n'.repeat(1) + '00:00:01 --'.repeat(400_000),
    ],
    ['brackets within brackets', '['.repeat(4_000_000)],
    ['objects within objects', '{"a":'.repeat(800_000)],
    ['speakers that never end', `<p>${'<cite>'.repeat(600_000)}`],
    ['names of names', 'A '.repeat(2_000_000)],
    ['lines of digits', '00:'.repeat(1_300_000)],
    ['times of one line', `${'[00:01.00]'.repeat(100_000)}${'word '.repeat(200_000)}`],
    ['names of lyrics', '[ti:'.repeat(1_000_000)],
    ['fields of an event', `[Events]\nDialogue: ${','.repeat(4_000_000)}`],
    ['open overrides', `[Events]\nDialogue: 0,0:00:01.00,,,,,,,,${'{'.repeat(2_000_000)}`],
    ['tabs', '1\t'.repeat(1_500_000)],
    ['remarks', `//${'\n'.repeat(1_000_000)}`],
    ['halves of pairs', '0:00:01.000,'.repeat(300_000)],
    ['cells', `start,end,text\n${'1,'.repeat(2_000_000)}`],
    ['open cells', `start,${'a,'.repeat(40)}text\n${'"'.repeat(4_000_000)}`],
    ['rows of cells', `start,text\n${'1,"'.repeat(9)}\n`.repeat(150_000)],
  ])('reads %s without blowing up', (_, text) => {
    withoutBlowUp(() => refusal(text));
  });

  it('reads 60 000 captions without blowing up', () => {
    const captions = (count: number) =>
      `WEBVTT\n\n${Array.from({ length: count }, (_, at) => `00:${String(10 + (at % 50))}.000 --> 00:59.000\n<v Ann ${at % 7}>Words ${at} & more`).join('\n\n')}`;
    expect(withoutBlowUp(() => cues(captions(60_000))).length).toBeGreaterThan(0);
  });
});
