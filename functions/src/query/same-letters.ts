/** The older forms of characters in Japanese names, each followed by the form that tokens have. */
const KANJI =
  '髙高﨑崎嵜崎邊辺邉辺齋斎齊斉濵浜濱浜澤沢廣広國国嶋島嶌島櫻桜眞真德徳條条藏蔵惠恵榮栄龍竜瀧滝黑黒靑青淸清賴頼瀨瀬橫横𠮷吉' +
  '曾曽彌弥渕淵峯峰嶽岳舘館冨富穗穂萬万豐豊寶宝壽寿圓円凜凛晉晋禮礼槇槙關関鐵鉄靜静縣県桒桑鷗鴎增増與与會会';

/** Indian letters with the same sound: chillus, khanda ta, candrabindu, tippi, au sign; nukta is left out. */
const INDIAN =
  'ൺ=ണ് ൻ=ന് ർ=ര് ൽ=ല് ൾ=ള് ൿ=ക് ൔ=മ് ൕ=യ് ൖ=ഴ് \u0D4C=\u0D57 ৎ=ত্ \u0901=\u0902 \u0A70=\u0A02 ऩ=न ऱ=र ऴ=ळ \u093C= \u0A3C= \u0ABC= \u0CBC=';

const kanji = Array.from(KANJI);
const SAME = new Map([
  ...kanji.flatMap((old, at) => (at % 2 === 0 ? [[old, kanji[at + 1] ?? old] as const] : [])),
  ...INDIAN.split(' ').map((pair) => {
    const [letter = '', instead = ''] = pair.split('=');
    return [letter, instead] as const;
  }),
]);
const SAME_LETTER = new RegExp(`[${[...SAME.keys()].join('')}]`, 'gu');

/** Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Telugu, Kannada, Malayalam. Tamil has no anusvara. */
const BLOCKS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00];
const [ANUSVARA, VIRAMA] = [0x02, 0x4d];
/** Offsets of nasal letters, and ranges of the consonants before which an anusvara is also written. */
const NASALS: readonly (readonly [nasal: number, ...before: (readonly [number, number])[]])[] = [
  [0x19, [0x15, 0x18]],
  [0x1e, [0x1a, 0x1d]],
  [0x23, [0x1f, 0x22]],
  [0x28, [0x15, 0x18], [0x1a, 0x1d], [0x1f, 0x22], [0x24, 0x27], [0x2a, 0x2d], [0x36, 0x38]],
  [0x2e, [0x2a, 0x2d]],
];

/** Matches a nasal letter that an anusvara replaces: नरेन्द्र is also written नरेंद्र. */
const NASAL = new RegExp(
  BLOCKS.flatMap((block) =>
    NASALS.map(([nasal, ...before]) => {
      const sign = (offset: number) => String.fromCharCode(block + offset);
      const next = before.map(([first, last]) => `${sign(first)}-${sign(last)}`).join('');
      return `${sign(nasal)}${sign(VIRAMA)}(?=[${next}])`;
    }),
  ).join('|'),
  'g',
);
const BENGALI_NGA = /ঙ(?![\u09BE-\u09CD])/g;
const MALAYALAM_VIRAMAS = /്{2,}/g;

const [HAS_OTHER, HAS_INDIAN] = [/[^\0-\u065F]/, /[\u0900-\u0D7F]/];
const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/**
 * Replaces letters and digits of a word that are written for one another: digits of any script, nasal letters,
 * chillus and nuktas of Indian scripts, and old forms of characters in Japanese names.
 */
export function withSameLetters(word: string): string {
  if (!HAS_OTHER.test(word)) return word;
  const written = word
    .replace(OTHER_DIGIT, digitOf)
    .replace(SAME_LETTER, (letter) => SAME.get(letter) ?? letter);
  if (!HAS_INDIAN.test(written)) return written;
  return written
    .replace(MALAYALAM_VIRAMAS, '്')
    .replace(NASAL, ([nasal = '']) => {
      const code = nasal.charCodeAt(0);
      return String.fromCharCode(code - (code % 0x80) + ANUSVARA);
    })
    .replace(BENGALI_NGA, 'ং');
}

/** In Unicode, the ten digits of a script follow each other. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
