const KEY = 'earshot.reloaded';

/**
 * Reloads the page and returns true, once for each version of the site in a tab. Returns false where
 * that has been done, or where the browser cannot remember it: a page must not reload for ever.
 */
export function reloadOnce(version = import.meta.url): boolean {
  try {
    const before = sessionStorage.getItem(KEY) ?? '';
    if (before.split(' ').includes(version)) return false;
    sessionStorage.setItem(KEY, `${before} ${version}`);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
