/**
 * Older and rarer forms of Japanese characters, each followed by the form that tokens have. Omits forms that stand
 * for several old ones (弁, 予).
 */
const KANJI =
  '髙高﨑崎嵜崎邊辺邉辺齋斎齊斉濵浜濱浜澤沢廣広國国嶋島嶌島櫻桜眞真德徳條条藏蔵惠恵榮栄龍竜瀧滝黑黒靑青淸清賴頼瀨瀬橫横𠮷吉曾曽彌弥渕淵峯峰嶽岳舘館冨富穗穂萬万豐豊寶宝壽寿圓円凜凛晉晋禮礼槇槙關関鐵鉄靜静' +
  '縣県桒桑鷗鴎增増與与會会亞亜惡悪壓圧圍囲醫医爲為壹壱隱隠營営衞衛驛駅鹽塩緣縁艷艶應応歐欧毆殴奧奥溫温穩穏假仮價価畫画壞壊懷懐繪絵擴拡殼殻覺覚學学樂楽渴渇卷巻陷陥勸勧寬寛歡歓觀観氣気歸帰僞偽戲戯犧犠舊旧' +
  '據拠擧挙虛虚峽峡挾挟狹狭鄕郷曉暁區区驅駆勳勲薰薫徑径揭掲溪渓經経繼継莖茎螢蛍輕軽鷄鶏藝芸擊撃硏研儉倹劍剣險険圈圏檢検獻献權権顯顕驗験嚴厳效効恆恒黃黄鑛鉱號号碎砕濟済劑剤雜雑參参棧桟蠶蚕慘惨贊賛殘残齒歯' +
  '兒児辭辞濕湿實実舍舎寫写釋釈收収從従澁渋獸獣縱縦肅粛處処緖緒敍叙奬奨將将涉渉燒焼稱称證証乘乗剩剰壤壌孃嬢淨浄狀状疊畳讓譲釀醸囑嘱觸触寢寝愼慎盡尽圖図粹粋醉酔隨随髓髄樞枢數数聲声攝摂竊窃專専戰戦淺浅潛潜' +
  '纖繊踐践錢銭禪禅雙双壯壮搜捜插挿巢巣裝装臟臓卽即屬属續続墮堕對対體体帶帯滯滞臺台擇択擔担單単團団彈弾斷断癡痴遲遅晝昼蟲虫鑄鋳廳庁徵徴聽聴敕勅鎭鎮遞逓轉転點点傳伝黨党盜盗燈灯當当鬪闘獨独讀読屆届繩縄貳弐' +
  '腦脳霸覇廢廃拜拝賣売麥麦發発髮髪拔抜蠻蛮祕秘甁瓶拂払佛仏倂併竝並餠餅變変步歩舖舗襃褒沒没滿満每毎默黙戾戻譯訳藥薬譽誉搖揺樣様謠謡來来亂乱覽覧兩両獵猟綠緑壘塁淚涙勵励靈霊齡齢曆暦歷歴戀恋鍊錬爐炉勞労樓楼' +
  '郞郎祿禄錄録亙亘巖巌禱祷穰穣遙遥堯尭瑤瑶萠萌莊荘檜桧聰聡敎教內内吳呉娛娯戶戸尙尚彥彦產産驒騨籠篭藪薮礒磯邨村栁柳楳梅㠀島埜野龜亀繫繋';

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
 * chillus and nuktas of Indian scripts, and old forms of Japanese characters.
 */
export function withSameLetters(word: string): string {
  if (!HAS_OTHER.test(word)) return word;
  const written = withPlainDigits(word).replace(
    SAME_LETTER,
    (letter) => SAME.get(letter) ?? letter,
  );
  if (!HAS_INDIAN.test(written)) return written;
  return written
    .replace(MALAYALAM_VIRAMAS, '്')
    .replace(NASAL, ([nasal = '']) => {
      const code = nasal.charCodeAt(0);
      return String.fromCharCode(code - (code % 0x80) + ANUSVARA);
    })
    .replace(BENGALI_NGA, 'ং');
}

/** Replaces digits of any script. */
export function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGIT, digitOf);
}

/** In Unicode, the ten digits of a script follow each other. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
