/** Each line has a month's names in common languages. Chinese, Japanese and Korean number their months. */
const MONTHS = `
january enero janeiro januari januar jänner janvier gennaio styczeń stycznia январь января ocak يناير जनवरी जन
february febrero fevereiro februari februar feber février febbraio luty lutego февраль февраля şubat فبراير फ़रवरी फरवरी
march marzo março maret märz mrz mars maart mrt marts marzec marca март марта mart مارس मार्च
april abril avril aprile kwiecień kwietnia апрель апреля nisan أبريل अप्रैल
may mayo maio mei mai maggio maj maja май мая mayıs مايو मई
june junio junho juni juin giugno czerwiec czerwca июнь июня haziran يونيو जून
july julio julho juli juillet luglio lipiec lipca июль июля temmuz يوليو जुलाई
august agosto agustus agt août augustus augusti sierpień sierpnia август августа ağustos أغسطس अगस्त अग
september septiembre setiembre setembro septembre settembre wrzesień września сентябрь сентября eylül سبتمبر सितंबर सितम्बर
october octubre outubro oktober octobre ottobre październik października октябрь октября ekim أكتوبر अक्टूबर अक्तूबर
november noviembre novembro nopember novembre listopad listopada ноябрь ноября kasım نوفمبر नवंबर नव
december diciembre dezembro desember dezember décembre dicembre grudzień grudnia декабрь декабря aralık ديسمبر दिसंबर दिसम्बर`;

/** Each line has the names of a weekday, from Sunday on. */
const WEEKDAYS = `
sunday domingo minggu ahad sonntag dimanche domenica zondag söndag søndag niedziela воскресенье вс pazar الأحد रविवार 日 星期日 星期天 周日 日曜日 일요일
monday lunes segunda seg senin montag lundi lunedì maandag måndag mandag poniedziałek pn понедельник пн pazartesi pzt الاثنين सोमवार 月 星期一 周一 月曜日 월요일
tuesday martes terça selasa dienstag mardi martedì dinsdag tisdag tirsdag wtorek вторник salı الثلاثاء मंगलवार 火 星期二 周二 火曜日 화요일
wednesday miércoles quarta rabu mittwoch mercredi mercoledì woensdag onsdag środa среда çarşamba الأربعاء बुधवार 水 星期三 周三 水曜日 수요일
thursday jueves quinta kamis donnerstag jeudi giovedì donderdag torsdag czwartek четверг чт perşembe الخميس गुरुवार 木 星期四 周四 木曜日 목요일
friday viernes sexta jumat freitag vendredi venerdì vrijdag fredag piątek пятница пт cuma الجمعة शुक्रवार 金 星期五 周五 金曜日 금요일
saturday sábado sabtu samstag sonnabend samedi sabato zaterdag lördag lørdag sobota суббота cumartesi السبت शनिवार 土 星期六 周六 土曜日 토요일`;

const FILLERS =
  'a am pm alle ore las as at on of the de del den der die le la les el il di du um om kl klo klockan' +
  ' godz uhr hrs h uur o clock st nd rd th er re º ª г года год г. в feira hari tanggal pukul jam yıl günü في को बजे';

const AFTERNOON = 'م 中午 下午 傍晚 晚上 午後 오후';
const FORENOON = 'ص 凌晨 清晨 早上 上午 午前 오전';

/** Matches accents, Arabic marks, and invisible format characters such as marks of direction. */
const MARKS = /[\u0300-\u036f\u064b-\u0655\p{Cf}]/gu;
const ASCII = /^[\t\n\r -~]*$/;

/** Abbreviations have at least this many letters, because shorter prefixes are ambiguous. */
const MIN_LETTERS = { month: 3, weekday: 2 } as const;

export interface DateWord {
  month?: number;
  /** 0 (Sunday) to 6. Null if the abbreviation fits several weekdays. */
  weekday?: number | null;
  /** Hours to add to a time of the 12-hour clock: 0 before noon, 12 after noon. */
  noon?: 0 | 12;
}

const WORDS = new Map<string, DateWord>();
for (const word of FILLERS.split(' ')) WORDS.set(fold(word), {});
for (const word of FORENOON.split(' ')) WORDS.set(fold(word), { noon: 0 });
for (const word of AFTERNOON.split(' ')) WORDS.set(fold(word), { noon: 12 });
for (const [word, weekday] of abbreviated(WEEKDAYS, MIN_LETTERS.weekday))
  WORDS.set(word, { ...WORDS.get(word), weekday });
for (const [word, month] of abbreviated(MONTHS, MIN_LETTERS.month))
  if (month !== null) WORDS.set(word, { ...WORDS.get(word), month });

/** @param word Folded by {@link fold}. */
export function dateWord(word: string): DateWord | undefined {
  return WORDS.get(word);
}

/** Removes marks and case. Converts full-width characters, dashes, and Arabic, Persian and Devanagari digits. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(/ı/g, 'i')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 0xf}`)
    .replace(/[०-९]/g, (digit) => `${digit.charCodeAt(0) - 0x966}`);
}

/**
 * Maps each name, and each prefix of at least `minLetters` letters, to the number of its line, from 0. A
 * prefix that occurs in several lines maps to null.
 */
function abbreviated(lines: string, minLetters: number): Map<string, number | null> {
  const found = new Map<string, number | null>();
  const whole = new Map<string, number>();
  for (const [number, line] of lines.trim().split('\n').entries()) {
    for (const name of line.split(' ').map(fold)) {
      whole.set(name, number);
      for (let length = minLetters; length < name.length; length += 1) {
        const prefix = name.slice(0, length);
        found.set(prefix, (found.get(prefix) ?? number) === number ? number : null);
      }
    }
  }
  return new Map([...found, ...whole]);
}
