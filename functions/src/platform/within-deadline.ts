/**
 * What `work` gives, or a rejection with a `TimeoutError` after `ms` milliseconds. The work itself goes
 * on; a later result is ignored.
 */
export async function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DOMException(`nothing within ${ms} ms`, 'TimeoutError'));
    }, ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
