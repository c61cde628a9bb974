/** The file in which Hosting (`cleanUrls`) looks for the page of a path: `/a/b` is `a/b.html`. */
export function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}
