import { escapeUTF8 } from 'entities/escape';
import { parseFeed } from 'feedsmith';

interface SampleEpisode {
  title: string;
  link: string;
  audio: string;
  publishedAt: Date;
  /** HTML or plain text; may be empty. */
  notes: string;
}

interface SampleShow {
  title: string;
  /** A URL, or ''. */
  cover: string;
  episodes: SampleEpisode[];
}

/** Skips RSS items without a link, because they have no page. */
export function readSampleShow(xml: string): SampleShow {
  const parsed = parseFeed(xml);
  if (parsed.format === 'atom') {
    const { title, logo, entries = [] } = parsed.feed;
    return {
      title: title?.value ?? '',
      cover: logo ?? '',
      episodes: entries.map((entry) => ({
        title: entry.title?.value ?? '',
        link: entry.links?.find(({ rel }) => rel === 'alternate')?.href ?? '',
        audio: entry.links?.find(({ rel }) => rel === 'enclosure')?.href ?? '',
        publishedAt: new Date(entry.published ?? ''),
        notes: entry.content?.value ?? '',
      })),
    };
  }
  if (parsed.format !== 'rss')
    throw new Error(`Sample feeds are RSS or Atom, not ${parsed.format}`);
  const { title, itunes, items = [] } = parsed.feed;
  return {
    title: title ?? '',
    cover: itunes?.image ?? '',
    episodes: items
      .map((item) => ({
        title: item.title ?? '',
        link: item.link ?? '',
        audio: item.enclosures?.[0]?.url ?? '',
        publishedAt: new Date(item.pubDate ?? ''),
        notes: item.content?.encoded ?? item.description ?? '',
      }))
      .filter(({ link }) => link !== ''),
  };
}

const style = `
:root{color-scheme:light dark;--ground:#fbf9f5;--ink:#221d16;--quiet:#6a6154;--line:#e5ddd0;--accent:#8f5200;--mark:#ffb020}
@media (prefers-color-scheme:dark){:root{--ground:#15130f;--ink:#f3eee5;--quiet:#aaa093;--line:#353027;--accent:#ffb84d}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.65 system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif}
aside{border-bottom:1px solid var(--line);border-top:4px solid var(--mark);color:var(--quiet);font-size:.9375rem;padding:.75rem 1.25rem;text-align:center}
main{margin:0 auto;max-width:44rem;padding:2.5rem 1.25rem 4rem}
header{align-items:center;display:flex;flex-wrap:wrap;gap:1.75rem;margin-bottom:2rem}
header img{border-radius:14px;display:block;height:11rem;width:11rem}
header div{flex:1 1 18rem}
header p{color:var(--quiet);margin:0}
header .show{color:var(--accent);font-weight:600}
h1{font-size:clamp(1.6rem,5vw,2.25rem);letter-spacing:-.02em;line-height:1.15;margin:.35rem 0 .6rem;text-wrap:balance}
audio{display:block;margin-bottom:2rem;width:100%}
a{color:var(--accent)}
li{margin:.25rem 0}
`;

/** Does not sanitize show notes: they come from files of this project. */
export function episodePage(show: SampleShow, episode: SampleEpisode): string {
  const cover = show.cover ? `<img src="${escapeUTF8(show.cover)}" alt="">` : '';
  const published = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return page(
    `${episode.title} · ${show.title}`,
    `<aside>Sample content: this show is invented. Its audio is silence, or spoken by a program.</aside>
<main>
<header>${cover}
<div>
<p class="show">${escapeUTF8(show.title)}</p>
<h1>${escapeUTF8(episode.title)}</h1>
<p><time datetime="${episode.publishedAt.toISOString()}">${published.format(episode.publishedAt)}</time></p>
</div>
</header>
<audio controls preload="none" src="${escapeUTF8(episode.audio)}"></audio>
${notesHtml(episode.notes)}
</main>`,
    show.cover,
  );
}

export function notFoundPage(): string {
  return page(
    'Not found',
    '<main><h1>Not found</h1><p>The sample podcasts have no page at this address.</p></main>',
  );
}

function page(title: string, body: string, icon = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeUTF8(title)}</title>
<link rel="icon" href="${escapeUTF8(icon || 'data:,')}">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function notesHtml(notes: string): string {
  if (notes === '') return '<p>This episode has no show notes.</p>';
  if (/<(p|ul|ol)>/.test(notes)) return notes;
  return notes
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeUTF8(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}
