/** Formats that are recognised by their beginning but not read. */
const UNREAD: readonly (readonly [name: string, beginning: RegExp])[] = [
  ['a playlist (M3U)', /^#EXT(?:M3U|INF|-X-)/i],
  ['a playlist (PLS)', /^\[playlist\]/i],
  ['a PDF document', /^%PDF/],
  ['an RTF document', /^\{\\rtf/],
  ['an archive or office document', /^PK\p{Control}{2}/u],
  ['a caption file in TTML', /^(?:<\?xml[^]{0,500}?)?<(?:[\w-]+:)?tt[\s>/]/],
  ['a caption file in SAMI', /^<sami[\s>]/i],
  ['a caption file in SCC', /^Scenarist_SCC/i],
  ['a caption file in EBU STL', /^.{3}STL\d\d\.\d\d/],
  ['a caption file in Spruce STL', /^(?:\/\/[^\n]*\n\s*)*\$\w+\s*=/],
  ['a caption file in MicroDVD', /^\{(?:\d{1,9}|DEFAULT)\}\{[^{}\n]{0,200}\}/],
  ['a caption file in MPL2', /^\[\d{1,9}\]\[\d{1,9}\]/],
  ['a caption file in QuickTime text', /^\{QTtext\}/i],
  ['a caption file in SubViewer 1', /^\[title\]\s/i],
  ['a caption file in TMPlayer', /^\d{1,2}:\d{2}:\d{2}(?:,\d)?=/],
  ['a caption file in AQTitle', /^-->> \d/],
  [
    'a caption file in JACOsub',
    /^(?:#T(?:IMERES|ITLE)?\s{0,9}\d|@?\d{1,2}:\d{2}:\d{2}\.\d{2}\s{1,9}@?\d{1,2}:\d{2}:\d{2}\.\d{2}\s{1,9}D\w?\s)/,
  ],
  ['a caption file in Phoenix', /^\s{0,9}\d{1,9},\s{0,9}\d{1,9},\s{0,9}"/],
  ['a pointer of Git LFS', /^version https:\/\/git-lfs/],
  ['an XML document', /^<\?xml/],
];

/** Returns the format's name with its article, if the file is no transcript that we read. */
export function unreadFormat(head: string): string | undefined {
  return UNREAD.find(([, beginning]) => beginning.test(head))?.[0];
}
