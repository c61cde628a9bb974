import type { Episode, SearchResponse } from '../../../functions/src/contract/index.ts';

/** Each text contains a match. Scripts and lengths are those that layouts often forget. */
const TEXTS: readonly [title: string, show: string, publisher: string, text: string][] = [
  [
    'مستقبل >>>OpenAI<<< في العالم العربي: حوار مع مؤسسي الشركات الناشئة',
    'بودكاست التقنية',
    'شبكة الصوت العربي',
    'نتحدث اليوم عن >>>OpenAI<<< وعن النماذج اللغوية الكبيرة، وما الذي يعنيه ذلك للمطورين (v2.0)؟',
  ],
  [
    'שיחה על >>>OpenAI<<<: מה למדנו השנה?',
    'פודקאסט ההייטק',
    'Kol Media',
    'אורחת הפרק מספרת על >>>OpenAI<<<, על גיוס הון ועל 3 טעויות שלא תחזור עליהן.',
  ],
  [
    '人工智能的下一个十年与>>>OpenAI<<<的未来以及创业者应该如何面对这一切变化的完整讨论',
    '科技早知道',
    '声动活泼',
    '本期节目我们邀请了三位嘉宾，一起聊聊>>>OpenAI<<<最近的发布会，以及它对中国创业公司的影响。',
  ],
  [
    'อนาคตของปัญญาประดิษฐ์และ>>>OpenAI<<<กับผู้ประกอบการไทยในปีหน้าที่ทุกคนต้องรู้',
    'พอดแคสต์เทคโนโลยีไทย',
    'เสียงดีมีเดีย',
    'ตอนนี้เราคุยกันเรื่อง>>>OpenAI<<<และสิ่งที่จะเปลี่ยนไปในการทำงานของทุกคน',
  ],
  [
    'Datenschutzgrundverordnungsdurchführungsbestimmungen: >>>OpenAI<<<',
    'Künstlicheintelligenzforschungszentrumsgesprächsrunde Nordrhein',
    'Rundfunkanstaltenarbeitsgemeinschaftsverwaltungsgesellschaft',
    'Die Bundesverfassungsgerichtsentscheidungsbegründung und >>>OpenAI<<<: was sich für Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetze ändert.',
  ],
];

export const ODD_KEYWORDS = [
  'الذكاء الاصطناعي',
  'בינה מלאכותית -ממומן',
  '人工智能的下一个十年',
  'ปัญญาประดิษฐ์',
  'Datenschutzgrundverordnungsdurchführungsbestimmungen Nordrhein',
];

const plain = (text: string) => text.replaceAll(/>>>|<<</g, '');

export function oddAnswer(now = Date.now()): SearchResponse {
  const episodes = TEXTS.map(([title, podcast, publisher, description], index): Episode => {
    const isSpoken = index % 2 === 0;
    return {
      title: plain(title),
      link: `https://shows.example/${index}`,
      podcast,
      publisher,
      image: '',
      description,
      audio: 'https://audio.example/1.mp3',
      pub_date_ms: now - index * 3_600_000,
      duration_s: 3_000,
      why: 'title',
      foundIn: [{ place: 'title', text: title }],
      ...(isSpoken && { spoken: [{ text: description, atMs: 65_000 }] }),
    };
  });
  const days = Array.from({ length: 35 }, (_, day) => (day % 7 === 0 ? 1 : 0));
  const shows = TEXTS.map(([, podcast]) => ({ podcast, episodes: 1, term: `show:"${podcast}"` }));
  const trend = { lastDay: Math.floor(now / 86_400_000) * 86_400_000, days, shows };
  return { episodes, total: episodes.length, sort: 'newest', paged: true, trend };
}
