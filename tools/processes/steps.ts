const TELL_EVERY_MS = 30_000;

function stepLine(name: string, startedAt: number, detail: string): string {
  const seconds = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
  return `  ${name.padEnd(12)} ${seconds}   ${detail}`.trimEnd();
}

/** Runs `work` and prints how long it took; twice a minute also that it is not done. Prints no end if it fails. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  detail: (result: T) => string = () => '',
): Promise<T> {
  const startedAt = Date.now();
  const telling = setInterval(
    () => console.log(stepLine(name, startedAt, 'so far …')),
    TELL_EVERY_MS,
  );
  try {
    const result = await work();
    console.log(stepLine(name, startedAt, detail(result)));
    return result;
  } finally {
    clearInterval(telling);
  }
}
