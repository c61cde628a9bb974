/** Slot of the alert whose page has this path; null for other paths. */
export function alertIdAt(pathname: string): string | null {
  return /^\/alerts\/([01]\d{2})$/.exec(pathname)?.[1] ?? null;
}
