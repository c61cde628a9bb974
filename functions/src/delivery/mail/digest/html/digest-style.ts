const FONT = "'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif";

// These style sheets override the inline styles below, which define the light theme. Many mail programs read only
// inline styles.

/** `td` repeats styles of the body, because in some mail programs cells do not inherit. */
const BASE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a:hover { text-decoration: underline !important; }
td { font-family: ${FONT}; overflow-wrap: anywhere; }
`;

const PHONE = `
@media (max-width: 480px) {
  .page { padding: 16px 10px !important; }
  .card { padding: 20px 16px 8px !important; }
  .cover { width: 60px !important; }
  .cover img { width: 48px !important; height: 48px !important; }
  .heading { font-size: 22px !important; }
  .footing { line-height: 2 !important; }
}
`;

const DARK: readonly (readonly [string, string])[] = [
  ['.canvas', 'background-color: #141210'],
  ['.card', 'background-color: #1d1a17'],
  ['.card', 'border-color: #342f2a'],
  ['.line', 'border-color: #342f2a'],
  ['.cover img', 'background-color: #342f2a'],
  ['.ink', 'color: #f5f0e8'],
  ['.soft', 'color: #b8ad9e'],
  ['.link', 'color: #ffc561'],
  ['.mark', 'background-color: #5b4112'],
  ['.mark', 'color: #ffe9c2'],
];

const darkRules = (prefixOf: (property: string) => string) =>
  DARK.map(([name, set]) => `${prefixOf(set)}${name} { ${set} !important; }`).join('\n');

/**
 * Outlook's apps and outlook.com ignore `prefers-color-scheme`. They mark elements whose text (`data-ogsc`) or
 * background (`data-ogsb`) they have recoloured.
 */
const OUTLOOK_DARK = darkRules((set) =>
  set.startsWith('background') ? '[data-ogsb] ' : '[data-ogsc] ',
);

/**
 * Each is its own `<style>` element, because Gmail drops a whole element that has an unknown selector. The site's
 * Content-Security-Policy allows these styles by hash, for previews.
 */
export const DIGEST_STYLES: readonly string[] = [
  BASE,
  PHONE,
  `@media (prefers-color-scheme: dark) {\n${darkRules(() => '')}\n}`,
  OUTLOOK_DARK,
];

export const MAIL_WIDTH = 600;

/**
 * Only Outlook for Windows reads these fragments. It renders with Word's engine, which ignores `max-width` and
 * scales mails on screens of 120 dpi.
 */
export const OUTLOOK = {
  head: '<xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>',
  open: `<table role="presentation" align="center" width="${MAIL_WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td>`,
  close: '</td></tr></table>',
} as const;

const ink = '#1c1815';
const soft = '#5d554b';
const link = '#8a5200';
const canvas = '#faf8f4';
const card = '#ffffff';
const accent = '#f7a81b';
const onAccent = '#1d1503';
const line = '#e6dfd3';

/** With fallbacks for mail programs that do not know `anywhere`. */
const breakAnywhere = {
  wordWrap: 'break-word',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const;

export const style = {
  body: { backgroundColor: canvas, margin: 0, fontFamily: FONT },
  preheader: {
    display: 'none',
    overflow: 'hidden',
    lineHeight: '1px',
    opacity: 0,
    maxHeight: 0,
    maxWidth: 0,
  },
  fixed: { tableLayout: 'fixed', width: '100%' },
  page: { padding: '28px 16px', fontFamily: FONT, ...breakAnywhere },
  container: { width: '100%', maxWidth: `${MAIL_WIDTH}px`, margin: '0 auto' },
  logo: {
    backgroundColor: accent,
    color: onAccent,
    borderRadius: '8px',
    fontSize: '18px',
    fontWeight: 700,
    lineHeight: '28px',
    width: '28px',
    height: '28px',
    textAlign: 'center',
  },
  name: {
    color: ink,
    fontSize: '18px',
    fontWeight: 700,
    paddingLeft: '10px',
    letterSpacing: '-0.02em',
  },
  heading: {
    color: ink,
    fontSize: '26px',
    lineHeight: 1.25,
    letterSpacing: '-0.02em',
    fontWeight: 700,
    margin: '24px 0 20px',
  },
  rhythm: { color: soft, fontSize: '14px', lineHeight: 1.5, margin: '0 0 20px' },
  card: {
    backgroundColor: card,
    border: `1px solid ${line}`,
    borderRadius: '14px',
    padding: '24px 24px 12px',
  },
  gap: { height: '16px', lineHeight: '16px', fontSize: '1px', msoLineHeightRule: 'exactly' },
  keyword: { color: ink, fontSize: '18px', lineHeight: 1.3, margin: 0 },
  count: { color: soft, fontSize: '14px', lineHeight: 1.4, margin: '2px 0 16px' },
  list: {
    color: soft,
    fontSize: '15px',
    lineHeight: 1.55,
    listStyle: 'none',
    margin: '8px 0 12px',
    padding: 0,
  },
  compactList: {
    color: soft,
    fontSize: '15px',
    lineHeight: 1.9,
    listStyle: 'none',
    margin: '8px 0 12px',
    padding: 0,
  },
  line: { margin: '0 0 18px' },
  manage: { color: soft, fontSize: '14px', lineHeight: 1.5, margin: '0 0 12px' },
  row: { margin: '2px 0 8px' },
  lineName: { color: link },
  cover: { borderTop: `1px solid ${line}`, padding: '18px 0', verticalAlign: 'top' },
  /** The background colour shows while images are off. */
  image: {
    display: 'block',
    border: 0,
    borderRadius: '10px',
    objectFit: 'cover',
    backgroundColor: '#efe8dc',
  },
  episode: {
    borderTop: `1px solid ${line}`,
    padding: '18px 0',
    verticalAlign: 'top',
    color: ink,
    fontSize: '15px',
    lineHeight: 1.55,
  },
  passing: {
    borderTop: `1px solid ${line}`,
    padding: '14px 0 12px',
    color: soft,
    fontSize: '14px',
    lineHeight: '24px',
  },
  passingLine: { margin: '4px 0 0' },
  passingLink: { color: ink, textDecoration: 'underline' },
  title: { fontSize: '16px', lineHeight: 1.35, fontWeight: 600, margin: 0 },
  titleLink: { color: ink, textDecoration: 'underline' },
  byline: { color: soft, fontSize: '14px', lineHeight: 1.45, margin: '3px 0 0' },
  date: { whiteSpace: 'nowrap' },
  quietLink: { color: soft, textDecoration: 'underline', whiteSpace: 'nowrap' },
  reason: { margin: '6px 0 0' },
  label: { color: soft },
  excerpt: { margin: '8px 0 0' },
  listen: { margin: '12px 0 2px' },
  /** Borders replace padding, because Outlook ignores the padding of links. */
  listenLink: {
    backgroundColor: accent,
    border: `solid ${accent}`,
    borderWidth: '8px 14px',
    borderRadius: '8px',
    color: onAccent,
    display: 'inline-block',
    fontSize: '14px',
    fontWeight: 600,
    lineHeight: '20px',
    textDecoration: 'none',
  },
  mark: { backgroundColor: '#ffe3a6', color: '#2b1e00', borderRadius: '3px', padding: '0 2px' },
  footing: {
    color: soft,
    borderTop: `1px solid ${line}`,
    padding: '14px 0 10px',
    fontSize: '14px',
    lineHeight: 1.5,
  },
  link: { color: link, textDecoration: 'underline' },
  strongLink: { color: link, fontWeight: 600, textDecoration: 'none' },
  footer: { color: soft, fontSize: '13px', lineHeight: 1.6, margin: '22px 0 0' },
} as const;

/** Attributes of cells, for mail programs that ignore backgrounds in styles. */
export const fill = {
  canvas: { bgcolor: canvas },
  card: { bgcolor: card },
  logo: { bgcolor: accent },
} as const;
