/**
 * The name of a page's share image, without its ending: `company-openai` for `/company/openai`,
 * `home` for the home page. The images are made when the site is built.
 */
export function shareKey(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}
