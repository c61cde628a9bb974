export function showIdAt(pathname: string): string | null {
  return /^\/show\/([0-9a-f]{20})$/.exec(pathname)?.[1] ?? null;
}
