/** What a credit of subtitles calls them, by language. */
const SUBTITLES =
  /^(?:sub(?:title[sd]?|titling|s)|(?:closed-)?caption(?:s|ed|ing)|transcri(?:bed|ptions?|pts?)|translated|untertitel(?:ung)?|sous-titr(?:es|age|é|és)|subtítulos|subtitulado|legendas?|legendado|transcrição|sottotitol(?:i|ato)|ondertitel(?:s|ing|d)|undertext(?:er|ning|ad)?|textning|undertekst(?:er|et|ing)?|tekst(?:et|ing)|tekstitys|suomennos|napisy|titulky|felirat(?:ok|ozta)?|subtitr(?:are|area|ări)|altyaz[ıi]\p{L}*|субтитр\p{L}*|υπότιτλοι|υποτιτλισμός|takarir|phụ)$/iu;
/** Words between the subtitles and their maker. */
const JOINS =
  /^(?:by|the|of|from|and|for|community|contributors|translations?|von|vom|der|des|im|auftrag|für|und|durch|übersetzung|par|pour|la|le|les|et|communauté|réalisée?s?|traduction|realizad[oa]s?|por|para|comunidad|comunidade|y|traducción|pela?|em|da|do|de|e|tradução|del|di|dalla|creati|comunità|a|cura|revisione|traduzione|ingediend|door|gemeenschap|van|het|av|af|från|fra|gemenskapen|fællesskabet|stworzone|wykonane|przez|społeczność|dla|i|tłumaczenie|vytvořila?|přeložila?|od|készítette|közösség|realizat[eă]?|către|tarafından|hazırlayan|çeviri|ve|сделал[аи]?|создал[аи]?|создавал[аи]?|выполнил[аи]?|подготовил[аи]?|добавил[аи]?|сообществом|сообщество|редактор|корректор|перевод|от|и|для|створив|зробив|переклад|та|από|την|κοινότητα|και|oleh|đề|bởi)$/iu;
const MAKERS = /(?<!\p{L})(?:amara\.org|otter\.ai|rev\.com|castingwords|dimatorzok)(?!\p{L})/iu;
const [ADDRESS_OR_NUMBER, NAME] = [/^https?:|^www\.|\d|\p{L}\.\p{L}/iu, /^\p{Lu}/u];
/** Credits in scripts without spaces or capitals. */
const UNSPACED =
  /^(?:中文|本)?字幕(?:由.{1,30}(?:提供|[製制]作|翻[译譯])|\s?by.{1,20}|\s?志[愿願]者.{0,12}|(?:[組组]|提供|[製制]作|校[对對]|翻[译譯])?\s?[：:].{1,20})$|amara\.org\s?(?:コミュニティ|社[群区區]|커뮤니티)|^(?:한글\s?)?자막\s?(?:by.{1,20}|제공.{0,20}|제작.{0,20})$/iu;
/** A broadcaster at the end of its subtitles (`Copyright WDR 2021`), or of its news (`MBC 뉴스 김성현입니다`). */
const BROADCASTER =
  /^(?:(?:copyright|©)\s{0,3})?(?:[WNM]DR|SWR|BR|HR|RBB|ZDF|ARD|ORF|SRF|SRG|NPO|TV GELDERLAND|Radio Bremen),? (?:19|20)\d\d\.?$|^(?:MBC|KBS|SBS|YTN|JTBC)\s?뉴스\s\p{Script=Hangul}{2,4}입니다\.?$/iu;
/** Sounds that nobody speaks: `[BLANK_AUDIO]`, `(music)`, `♪♪`, `<|nospeech|>`. */
const SOUND = /^(?:\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|<\|[^|>]*\|>|[♪♫\s])+$/u;
/** The word before the maker: `Titulky: Jan Novák`. */
const BEFORE_COLON = /(\p{L}+)\s?[:：]/u;
const MAX_LENGTH = 100;

/** True if a text only names a sound, or who made the subtitles. A sentence about subtitles has other words, too. */
export function isCredit(text: string): boolean {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return false;
  if (SOUND.test(written) || UNSPACED.test(written) || BROADCASTER.test(written)) return true;
  const words = written.split(/\s+/u).map(bare).filter(Boolean);
  const others = words.filter((word) => !SUBTITLES.test(word));
  const makers = others.filter((word) => !JOINS.test(word));
  const isNamed = others.length < words.length || MAKERS.test(written);
  const isJoined =
    makers.length < others.length ||
    words.some(isAddressOrNumber) ||
    SUBTITLES.test(BEFORE_COLON.exec(written)?.[1] ?? '');
  const areMakers = makers.every((word) => NAME.test(word) || isAddressOrNumber(word));
  return isNamed && isJoined && makers.length > 0 && areMakers && words.length > 1;
}

function isAddressOrNumber(word: string): boolean {
  return ADDRESS_OR_NUMBER.test(word);
}

/** Without signs around it, and without the article of `d'Amara.org`. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/^[dl]['’](?=\p{Lu})/u, '');
}
