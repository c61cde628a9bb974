/** One line on the screen: what was done, how long it took, and what there is to say about it. */
function stepLine(name: string, tookMs: number, detail = ''): string {
  const seconds = `${(tookMs / 1000).toFixed(1)} s`.padStart(7);
  return `  ${name.padEnd(12)} ${seconds}   ${detail}`.trimEnd();
}

/** Does the work and prints its line; `detail` is made of what the work gives. Failures print none. */
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
