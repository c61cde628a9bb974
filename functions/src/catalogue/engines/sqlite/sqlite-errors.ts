/** Returns a code such as "SQLITE_BUSY"; undefined for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_')
    ? error.code
    : undefined;
}

export class DamagedCatalogueError extends Error {
  override name = 'DamagedCatalogueError';
}

export function isDamaged(error: unknown): boolean {
  if (error instanceof DamagedCatalogueError) return true;
  const code = sqliteCode(error);
  if (code !== undefined) return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
  return error instanceof Error && error.cause !== undefined && isDamaged(error.cause);
}
