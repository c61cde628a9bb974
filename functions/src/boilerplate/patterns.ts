/** Matched beginning of a sentence, UTF-16 code units. */
const LOOKED_AT = 600;

/** A URL, or a bare host name: "openai.com". */
const LINK =
  /https?:\/\/|www\.|\b[\w-]{2,}\.(?:com|org|net|fm|io|co|tv|me|ly|gl|app|link|store|shop|news|blog|show|audio|tools|us|uk|de|se|nl|fr|ru|eu|au|ca|ai)\b/iu;
const PLATFORMS =
  'twitter|x|instagram|facebook|tiktok|youtube|linkedin|threads|bluesky|mastodon|reddit|discord|telegram|twitch|patreon|' +
  'apple podcasts|itunes|spotify|stitcher|overcast|pocket casts|google podcasts|google play|amazon music|iheart ?radio|' +
  'deezer|tunein|castbox|podchaser|paypal(?:\\.me)?|amazon wishlist|flattr|ko-?fi|website|newsletter|rss';
const LISTENING =
  'apple podcasts|itunes|spotify|stitcher|overcast|wherever you (?:get|listen)|podcast app';
const SHOW =
  '(?:our|the|this|my) (?:new )?(?:show|podcast|feed|(?:youtube )?channel|newsletter|mailing list)\\b';

function any(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'), 'iu');
}

/** Legal and tracking notices that podcast hosts insert. */
const HOST_NOTICE = any(
  'acast\\.com/privacy',
  'hosted on acast',
  'art19\\.com/privacy',
  '(?:megaphone\\.fm|podcastchoices\\.com)/adchoices',
  'learn more about your ad[- ]choices',
  'omnystudio\\.com/listener',
  'redcircle\\.com/privacy',
  'an adswizz company|pcm\\.adswizz\\.com',
  'podtrac\\.com|podsights\\.com',
  'california privacy notice',
  'advertising inquiries: ?https?:',
  'support this podcast: ?https?:',
  'hosted by simplecast',
);

const SPONSOR = any(
  '^\\W*(?:sponsored|brought to you|presented|supported|made possible)(?: in part)? by\\b',
  `\\b(?:this|today['’]s|this week['’]s|our) (?:episode|show|podcast)(?: of [^.]{1,60})? (?:is|was) (?:also |proudly |kindly )*(?:brought to you|sponsored|supported|presented|made possible)(?: in part)? by\\b`,
  '\\b(?:show|podcast) is (?:also )?brought to you by\\b',
  '\\b(?:support|funding) for (?:this|the|our) (?:show|podcast|episode|program)\\b.{0,40}\\bcomes from\\b',
  "\\b(?:thanks|thank you)(?: so much| again)? to (?:our|this week['’]s|today['’]s) (?:sponsors?|advertisers?)\\b",
);
const SPONSOR_NAME = /\b(?:by|from)\s+(?:our friends at\s+)?(\p{Lu}[\p{L}\d]+)/u;
/** Words about the episode itself: a sentence with one is no advert. */
const TOPIC =
  /\b(?:talks?|talked|talking|speaks?|spoke|discuss(?:es|ed)?|interviews?|joins|joined by|guests?|conversation|in this episode|today on|this week on)\b/iu;

const CODE_WORD = '(?:code|koden?|gutscheincode|rabattcode):?';
/** A promo code: capitals, digits or in quotation marks. */
const CODE_TEXT = '(?:["“\'«„][\\p{L}\\d]{2,}["”\'»“]|[\\p{Lu}\\d]{2,}(?![\\p{L}\\d])|\\p{L}+\\d+)';
const OFFERED =
  '(?:[Uu]se|[Ee]nter|[Aa]pply|[Oo]ffer|[Pp]romo|[Pp]romotion|[Cc]oupon|[Dd]iscount|[Cc]heckout|[Aa]nge)';
const OFFERED_CODE = new RegExp(
  `\\b${OFFERED} (?:the |our |my )?(?:(?:promo|promotion|offer|coupon|discount|checkout) )?${CODE_WORD} ${CODE_TEXT}`,
  'u',
);
const OTHER_CODE = new RegExp(
  `\\b(?:[Ww]ith|[Mm]it|[Uu]nd|[Mm]ed) (?:the )?${CODE_WORD} ${CODE_TEXT}`,
  'u',
);
const PRICE_CUT = /(?:\d ?%|[$€£]\s?\d+)[^.]{0,60}\boff\b|\d ?% (?:discount|rabatt)/iu;
const PRICE = /\d ?%|[$€£]\s?\d/u;
const ANY_CODE = new RegExp(`\\b${CODE_WORD} \\p{L}[\\p{L}\\d]+\\b`, 'iu');
const BARGAIN =
  /\d ?% off|\boff (?:your|the|any|a|select|of)\b|\bfree\b|\bgratis\b|\brabatt|\bcredit\b|\bdiscount|\btrial\b|\bcheckout\b|\bfirst (?:order|month|purchase|box)\b/iu;

/** Appeals to listeners, in words rarely used about an episode. */
const APPEAL = any(
  `\\bfollow (?:us|me|the show|@\\w+)\\b.{0,40}\\b(?:on|at|via)\\b.{0,24}\\b(?:${PLATFORMS}|social|fediverse)\\b`,
  '\\bfollow (?:us|me) on\\b',
  '\\brate(?:,? (?:us|it|the (?:show|podcast)|subscribe|share|follow))*,? (?:and|&) (?:leave )?(?:a )?review\\b',
  `\\b(?:leave|leaving|write|post)\\b.{0,24}\\breview\\b.{0,40}\\b(?:${LISTENING})`,
  `^\\W*(?:please |also |and |you can )*subscribe (?:today |now )?(?:to|on|via|at) (?:${SHOW}|${LISTENING}|youtube)`,
  '\\bplease\\b.{0,40}\\bsubscribe\\b',
  '\\b(?:support|join) (?:us|me|the show|this show|our show|this podcast|the podcast|our podcast)\\b.{0,24}\\b(?:on|at|via|through) (?:our )?(?:patreon|ko-?fi|buy ?me ?a ?coffee|paypal\\.me)\\b',
  '\\bbecome a (?:patron|paid subscriber|supporter of (?:the|this|our) (?:show|podcast))\\b',
  `\\bsign up (?:for|to) (?:our|my|[\\p{L}]+['’]s) (?:[\\p{L}]+ )?(?:newsletter|mailing list)\\b`,
  '\\b(?:email|e-mail|tweet) (?:us|me) (?:at|@)|\\bwrite (?:to )?us at\\b',
  '\\bpatreon is how\\b',
);

const ROLES =
  'producers?|executive producers?|co-?executive producers?|associate producers?|senior producers?|editors?|audio editors?|' +
  'sound design(?:er)?|audio engineers?|engineers?|mixing|mastering|theme(?: music| song)?|intro music|outro music|music|' +
  'artwork|cover art|logo|graphics|show art|production|post[- ]production|ending theme|hosts?|co-?hosts?';
const CREDIT = any(
  `^\\W*(?:${ROLES})(?: and (?:${ROLES}))?(?: editing| design)? ?(?:by\\b|:)`,
  `^\\W*(?:(?:executive |co-?|sound |audio )?(?:produced|edited|written|mixed|mastered|engineered|created|directed|narrated|hosted|recorded|designed)(?:,? (?:and|&) )?)+ by\\b`,
  '^\\W*(?:audio|sound|video) (?:editing|design|mixing|engineering|production) by\\b',
  '^\\W*(?:a|an) production of\\b',
  '^\\W*(?:original )?(?:music|theme|art(?:work)?|logo)\\b.{0,24}\\bby\\b',
);

/** Hint words: boilerplate only in a repeated sentence, as ordinary sentences use them too. */
const HINT = any(
  '\\bsponsor',
  '\\bad[- ]?free\\b',
  '\\breklamfri',
  '\\bearly access\\b',
  '\\bexclusive',
  '\\bpatreon\\b|\\bpatrons?\\b',
  '\\bsubscri|\\bprenumerera|\\babonnier|\\bподпи[сш]',
  '\\bnewsletter|\\bmailing list\\b',
  '\\bfollow\\b|\\bfölj\\b|\\bfolg',
  '\\bfind (?:us|me)\\b|\\bjoin us\\b|\\bcontact\\b|\\bwrite to\\b|\\bemail\\b|\\bmail:|\\bhear from you\\b',
  '\\b(?:learn|find out|read|discover|hear|watch|listen) more\\b|\\bmore (?:info|information|episodes?|at|podcasts)\\b',
  '\\bcheck out\\b|\\bvisit\\b|\\bgo to\\b|\\bhead (?:over )?to\\b|\\bavailable (?:in|on|at|now)\\b|\\bdownload\\b',
  '\\bsupport (?:us|me|the|this|our)\\b|\\bdonat|\\bmerch|\\bsign up\\b|\\bregister\\b|\\btickets?\\b',
  '\\brate\\b|\\breviews?\\b|\\bnotified\\b|\\bnotifications?\\b',
  '\\b(?:privacy|terms|conditions|copyright|rights reserved|disclaimer)\\b|\\bnothing in this (?:show|podcast)\\b|\\b(?:financial|legal|medical) advice\\b|\\beducational purposes\\b',
  '\\bpromo|\\bdiscount|\\bcode\\b|\\bfree trial\\b|\\d ?% off\\b|[$€£]\\d+ off\\b|\\boff your\\b|\\bmanaged free\\b',
  '\\b(?:hosted|powered|produced|edited|created|written|directed|narrated|presented) (?:by|on)\\b|\\ban? \\S+ production\\b|\\bmusic by\\b|\\btheme by\\b|\\bhosts?:',
  '\\bshow ?notes\\b|\\btranscripts?\\b|\\barchived?\\b',
  '\\bnew episodes?\\b|\\bevery (?:week|day|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\\b',
  '\\bwelcome (?:back )?to\\b|\\bthanks for listening\\b|\\bsee you\\b|\\bsee ya\\b|\\bthank you for\\b|\\bthis podcast\\b|\\bthis show\\b',
  '\\blyssna på\\b|\\bhittar ni\\b|\\bнаш подкаст\\b|\\bподкаста?\\b|\\bсайт\\b|\\bтелеграм\\b|\\bчат\\b|\\bcall in\\b|\\bsubmit\\b|\\blive\\b.{0,24}\\bat\\b',
);

const SPONSOR_HEADING =
  /^\W*(?:(?:this (?:week|episode)['’]s|today['’]s|our|episode) )?(?:sponsors?|advertisers?|sponsored by|brought to you by|thanks to our sponsors?)(?: (?:of|for) (?:this|the) (?:episode|show|week))?\W*$/iu;
const APPEAL_HEADING =
  /(?:\bfollow|\bsubscribe|\bconnect with|\bfind (?:us|me)|\bwherever you (?:get|listen)|\bsocial media)[^.!?]{0,80}:?\W*$/iu;
const PLATFORM_LINE = new RegExp(
  `^\\W*(?:${PLATFORMS})\\W*$|^\\W*(?:${PLATFORMS}) ?[:–—-] ?\\S+$`,
  'iu',
);
/** A label of other content, such as "Guests:", ends a list of sponsors. */
const LABEL =
  /^\W*(?:guests?|hosts?|topics?|links?|chapters?|news|stories|show ?notes|mentioned|books?|questions?|resources|timestamps|about|in this episode)\b[^:]{0,40}:/iu;
/** A timestamp at the start of a line, as of a chapter. */
const TIME_STAMP = /^[\s\-–—•*·([]{0,5}(?:\d{1,2}:)?\d{1,3}:\d{2}/u;
const LETTERS = /\p{L}[\p{L}\p{M}'’.-]*/gu;
/** Words in lower case within names and titles. */
const SMALL_WORDS =
  /^(?:a|an|and|as|at|by|de|der|for|from|in|la|of|on|or|the|to|van|von|with|und|och|и|в)$/iu;
const LONGEST_NAME_WORDS = 12;

function start(sentence: string): string {
  return sentence.slice(0, LOOKED_AT);
}

/** True for boilerplate even if it occurs only once. */
export function isUnmistakable(sentence: string): boolean {
  const text = start(sentence);
  return HOST_NOTICE.test(text) || beginsAdvert(text) || offersBargain(text) || isAppeal(text);
}

export function beginsAdvert(sentence: string): boolean {
  const text = start(sentence);
  return SPONSOR.test(text) && !TOPIC.test(text);
}

/** Empty if the opening names no sponsor. */
export function sponsorOf(sentence: string): string {
  return SPONSOR_NAME.exec(start(sentence))?.[1] ?? '';
}

/** True for an offer or a link, which continues an advert. */
export function soundsLikeAdvert(sentence: string): boolean {
  const text = start(sentence);
  return offersBargain(text) || LINK.test(text) || BARGAIN.test(text);
}

export function isTopical(sentence: string): boolean {
  return TOPIC.test(start(sentence));
}

/** A question is an appeal only with "please". */
function isAppeal(text: string): boolean {
  return APPEAL.test(text) && (!/\?\W*$/u.test(text) || /\bplease\b/iu.test(text));
}

function offersBargain(text: string): boolean {
  if (PRICE_CUT.test(text) && ANY_CODE.test(text)) return true;
  if (OFFERED_CODE.test(text)) return BARGAIN.test(text) || LINK.test(text) || PRICE_CUT.test(text);
  return OTHER_CODE.test(text) && (PRICE.test(text) || BARGAIN.test(text));
}

export function isCredit(sentence: string): boolean {
  return CREDIT.test(start(sentence));
}

/** True if the sentence is boilerplate once it is repeated. */
export function hasHint(sentence: string): boolean {
  return HINT.test(start(sentence)) || isCredit(sentence);
}

export function hasLink(sentence: string): boolean {
  return LINK.test(start(sentence)) || /(?:^|\s)@\w/u.test(start(sentence));
}

export function isSponsorHeading(line: string): boolean {
  return SPONSOR_HEADING.test(start(line));
}

export function isAppealHeading(line: string): boolean {
  return APPEAL_HEADING.test(start(line));
}

export function isPlatform(line: string): boolean {
  return PLATFORM_LINE.test(start(line));
}

export function isLabelled(line: string): boolean {
  return LABEL.test(start(line)) || /:\W*$/u.test(line);
}

export function isTimed(line: string): boolean {
  return TIME_STAMP.test(line);
}

/** True for names and headlines: every main word has a capital. */
export function isNameLike(sentence: string): boolean {
  const words = (start(sentence).match(LETTERS) ?? []).filter((word) => !SMALL_WORDS.test(word));
  return words.length <= LONGEST_NAME_WORDS && words.every((word) => /^\P{Ll}/u.test(word));
}
