/** An error that the user can fix. Its `message` is printed without a stack trace. */
export class ExpectedFailure extends Error {
  override name = 'ExpectedFailure';
}

const NO_ROOM = ['ENOSPC', 'EDQUOT'];
const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM'];

/** How programs and libraries report the same. */
const NO_ROOM_TEXT = /\b(ENOSPC|EDQUOT)\b|No space left on device|database or disk is full/i;

/** Returns the sentence for a program whose last lines say that the disk is full, otherwise null. */
export function noRoomIn(lines: readonly string[]): string | null {
  return lines.some((line) => NO_ROOM_TEXT.test(line)) ? noRoom('') : null;
}

function noRoom(where: string): string {
  return `There is no room left on the disk${where}: make room on the disk, or \`npm run reset\`, and run the command again.`;
}

export function isNoRoom(error: unknown): boolean {
  return NO_ROOM.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

function diskFailure(error: unknown): string | null {
  const { code = '', path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (isNoRoom(error)) {
    return noRoom(path === undefined ? '' : ` for ${path}`);
  }
  // On a read-only disk, creating a folder and its parents fails with ENOENT.
  if (NOT_WRITABLE.includes(code) || (code === 'ENOENT' && syscall === 'mkdir')) {
    return `${path ?? 'A file'} cannot be written to: make it writable for you, and run the command again.`;
  }
  return null;
}

/** Returns what to print for an error: a sentence if the user can fix it, otherwise the error with its stack. */
export function printable(error: unknown): unknown {
  return error instanceof ExpectedFailure ? error.message : (diskFailure(error) ?? error);
}

/** Returns the result of `work`. If the user can fix its error, prints the error and exits with code 1. */
export function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const text = printable(error);
    if (typeof text !== 'string') throw error;
    console.error(text);
    process.exit(1);
  }
}

/** Awaits `work`. Prints any error and sets the exit code to 1. */
export async function reportFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(printable(error));
    process.exitCode = 1;
  }
}
