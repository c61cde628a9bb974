const FONT =
  "'Instrument Sans', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif";

/**
 * Overrides the inline styles (light theme), which are all that many mail programs read. Table cells repeat
 * inherited styles, which some programs do not pass on.
 */
const THEMES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a:hover { text-decoration: underline !important; }
td { font-family: ${FONT}; overflow-wrap: anywhere; }
@media (max-width: 480px) {
  .page { padding: 16px 10px !important; }
  .card { padding: 20px 16px 8px !important; }
  .cover { width: 60px !important; }
  .cover img { width: 48px !important; height: 48px !important; }
  .heading { font-size: 22px !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #141210 !important; }
  .card { background-color: #1d1a17 !important; border-color: #342f2a !important; }
  .line { border-color: #342f2a !important; }
  .ink { color: #f5f0e8 !important; }
  .soft { color: #b8ad9e !important; }
  .link { color: #ffc561 !important; }
  .mark { background-color: #5b4112 !important; color: #ffe9c2 !important; }
}
`;

/** One element each: a program that rejects one keeps the others. The site's CSP allows them in previews. */
export const DIGEST_STYLES: readonly string[] = [THEMES];

const ink = '#1c1815';
const soft = '#5d554b';
const link = '#8a5200';
const line = '#e6dfd3';

/** Fallbacks for mail programs without `anywhere`. */
const breakAnywhere = {
  wordWrap: 'break-word',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const;

export const style = {
  body: { backgroundColor: '#faf8f4', margin: 0, fontFamily: FONT },
  /** Column widths are independent of their content. */
  fixed: { tableLayout: 'fixed', width: '100%' },
  page: { padding: '28px 16px', fontFamily: FONT, ...breakAnywhere },
  container: { width: '100%', maxWidth: '600px', margin: '0 auto' },
  logo: {
    backgroundColor: '#f7a81b',
    color: '#1d1503',
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
    margin: '24px 0 6px',
  },
  rhythm: { color: soft, fontSize: '14px', lineHeight: 1.5, margin: '0 0 20px' },
  card: {
    backgroundColor: '#ffffff',
    border: `1px solid ${line}`,
    borderRadius: '14px',
    padding: '24px 24px 12px',
  },
  gap: { height: '16px', lineHeight: '16px', fontSize: '1px' },
  keyword: { color: ink, fontSize: '18px', lineHeight: 1.3, margin: 0 },
  count: { color: soft, fontSize: '14px', lineHeight: 1.4, margin: '2px 0 16px' },
  others: {
    color: soft,
    fontSize: '15px',
    lineHeight: 1.9,
    listStyle: 'none',
    margin: '8px 0 12px',
    padding: 0,
  },
  otherLink: { color: link },
  cover: { borderTop: `1px solid ${line}`, padding: '18px 0', verticalAlign: 'top' },
  image: { display: 'block', borderRadius: '10px', objectFit: 'cover' },
  episode: {
    borderTop: `1px solid ${line}`,
    padding: '18px 0',
    verticalAlign: 'top',
    color: ink,
    fontSize: '15px',
    lineHeight: 1.55,
  },
  title: { fontSize: '16px', lineHeight: 1.35, fontWeight: 600 },
  titleLink: { color: ink, textDecoration: 'none' },
  byline: { color: soft, fontSize: '14px', lineHeight: 1.45, paddingTop: '3px' },
  date: { whiteSpace: 'nowrap' },
  quietLink: { color: soft, textDecoration: 'underline', whiteSpace: 'nowrap' },
  reason: { paddingTop: '6px' },
  label: { color: soft },
  excerpt: { paddingTop: '8px' },
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
  footer: { color: soft, fontSize: '13px', lineHeight: 1.6, margin: '22px 4px 0' },
} as const;
