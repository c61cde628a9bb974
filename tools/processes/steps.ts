function stepLine(name: string, tookMs: number, detail = ''): string {
  const seconds = `${(tookMs / 1000).toFixed(1)} s`.padStart(7);
  return `  ${name.padEnd(12)} ${seconds}   ${detail}`.trimEnd();
}

/** Runs `work` and prints its progress line; nothing is printed if it fails. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  detail: (result: T) => string = () => '',
): Promise<T> {
  const startedAt = Date.now();
  const result = await work();
  console.log(stepLine(name, Date.now() - startedAt, detail(result)));
  return result;
}
