const REPORT_EVERY_MS = 30_000;

function stepLine(name: string, startedAt: number, detail: string): string {
  const seconds = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
  return `  ${name.padEnd(12)} ${seconds}   ${detail}`.trimEnd();
}

/**
 * Runs `work`. Prints the elapsed time every 30 seconds and at the end, unless `work` fails.
 * @param waiting What the step waits for, printed every 30 seconds.
 */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  detail: (result: T) => string = () => '',
  waiting = 'so far …',
): Promise<T> {
  const startedAt = Date.now();
  const reporting = setInterval(
    () => console.log(stepLine(name, startedAt, waiting)),
    REPORT_EVERY_MS,
  );
  try {
    const result = await work();
    console.log(stepLine(name, startedAt, detail(result)));
    return result;
  } finally {
    clearInterval(reporting);
  }
}
