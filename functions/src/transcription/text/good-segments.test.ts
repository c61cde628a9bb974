import { expect, test } from 'vitest';
import type { Segment } from '../services/transcription-service.ts';
import { goodSegments } from './good-segments.ts';

const segment = (text: string, more: Partial<Segment> = {}): Segment => ({
  startMs: 10_000,
  endMs: 12_000,
  text,
  noSpeech: null,
  logProbability: null,
  compression: null,
  ...more,
});
const kept = (segments: readonly Segment[], quiet: readonly [number, number][] = [], prompt = '') =>
  goodSegments(segments, quiet, prompt).map(({ text }) => text);

test('drops segments with both metrics of silence', () => {
  const metrics = { noSpeech: 0.9, logProbability: -1.2 };
  expect(kept([segment('Gone', metrics)])).toEqual([]);
  expect(kept([segment('Stays', { ...metrics, logProbability: null })])).toEqual(['Stays']);
  expect(kept([segment('Stays', { ...metrics, logProbability: -0.4 })])).toEqual(['Stays']);
});

test('drops looping segments after two repetitions', () => {
  expect(kept([segment('la la la la', { compression: 2.5 })])).toEqual([]);
  const loop = Array.from({ length: 5 }, () => segment('And so on.'));
  expect(kept([...loop, segment('Then.'), segment('And so on.')])).toEqual([
    'And so on.',
    'And so on.',
    'Then.',
    'And so on.',
  ]);
});

test('drops a stock phrase only beside a pause', () => {
  const thanks = segment('Thank you for watching!');
  expect(kept([thanks], [[12_500, 15_000]])).toEqual([]);
  expect(kept([thanks], [[20_000, 25_000]])).toEqual(['Thank you for watching!']);
  expect(
    kept([segment('Thank you for watching the whole series.')], [[12_500, 15_000]]),
  ).toHaveLength(1);
});

test('drops a segment that only repeats the prompt', () => {
  const prompt = 'Tensor Weather. What a good roadmap leaves out. Ada Holm';
  const said = ['Tensor weather.', 'Welcome to Tensor Weather.', 'Ada Holm', 'Tensor'].map((text) =>
    segment(text),
  );
  expect(kept(said, [], prompt)).toEqual(['Welcome to Tensor Weather.', 'Tensor']);
});

const BESIDE: [number, number][] = [[12_500, 15_000]];

test.each([
  'Abone olmayı unutmayın',
  '次の動画でお会いしましょう',
  'Субтитры сделал DimaTorzok',
  'Субтитры создавал DimaTorzok',
  'Редактор субтитров А.Семкин Корректор А.Егорова',
  'Napisy stworzone przez społeczność Amara.org',
  '字幕由 Amara.org 社群提供',
  'Amara.orgコミュニティによって書き起こされました',
  '中文字幕志愿者 李宗盛',
  '한글자막 by 한효정',
  'Untertitelung im Auftrag des ZDF, 2021',
  'Untertitelung. BR 2018',
  'Untertitel von Stephanie Geiges',
  "Sous-titres réalisés para la communauté d'Amara.org",
  "Sous-titrage ST' 501",
  'Subtítulos realizados por la comunidad de Amara.org',
  'Legendas pela comunidade Amara.org',
  'Sottotitoli e revisione a cura di QTSS',
  'Ondertitels ingediend door de Amara.org gemeenschap',
  'Undertexter från Amara.org-gemenskapen',
  'Tekstet av Nicolai Winther',
  'Titulky vytvořil JohnyX.',
  'Altyazı M.K.',
  'Transcribed by https://otter.ai',
  'Transcription by CastingWords',
  'Captioned by Cotter Captioning Services',
  'Subtitles by the Amara.org community. Thank you for watching!',
  'Thanks for watching! Please subscribe.',
  'Спасибо за просмотр! Подписывайтесь на канал.',
  'ترجمة نانسي قنقر',
  'Napisy: Jan Kowalski',
  'Titulky: Jan Novák',
  'Textning: Stefan Berg',
  'Suomenkielinen tekstitys: Jane Salo',
  'Legenda Adriana Zanyini',
  'Υπότιτλοι AUTHORWAVE',
  'TV GELDERLAND 2021',
  'Copyright WDR 2021',
  'SWR 2020',
  'MBC 뉴스 김성현입니다.',
  'KBS 뉴스 이수민입니다',
  'Amara.org',
  'www.mooji.org',
  'Transcription outsourcing, LLC.',
  'This video is a derivative work of the Touhou Project',
  'Подпишись на канал',
  'Благодаря за гледането',
  'Dank u voor het kijken',
  'ขอบคุณที่ติดตาม',
  'תודה רבה שצפיתם',
  'कृपया चैनल को सब्सक्राइब करें',
  'Hãy subscribe cho kênh Ghiền Mì Gõ',
  '<|nospeech|>',
  '[BLANK_AUDIO]',
  '(gentle music)',
  '♪ ♪',
])('drops %s beside a pause', (text) => {
  expect(kept([segment(text)], BESIDE)).toEqual([]);
  expect(kept([segment(text)]).length).toBe(/[\p{L}\p{N}]/u.test(text) ? 1 : 0);
});

test.each([
  'We talked about subtitles at ZDF for an hour.',
  'Amara Okafor joins us.',
  'Subtitles by AI are getting better.',
  'Subtitles.',
  'Captions and Subtitles.',
  'We got them from Amara.org.',
  'Transcribed by hand, each interview took a week.',
  'Caption of the day.',
  'Subscribe to OpenAI for twenty dollars.',
  'Untertitel sind beim ZDF Pflicht.',
  'Die Untertitelung im ZDF kostet Millionen.',
  'Редактор Иванов ушёл.',
  'Субтитры на YouTube делает машина.',
  '字幕组在中国很流行。',
  '字幕由谁来做？',
  'Sub Pop.',
  'WDR and SWR merge in 2021.',
  'Copyright Law 2021',
  'Samsung 2020',
  'TV in 2021',
  'MBC 뉴스가 보도했습니다.',
  'Legenda Adriana was a good book.',
  'Titulky: co je nového?',
  'Amara.org pays Anna.',
  'a < b',
  'Thank you, Anna.',
  '(OpenAI) said it.',
])('keeps %s beside a pause', (text) => {
  expect(kept([segment(text)], BESIDE)).toEqual([text]);
});
