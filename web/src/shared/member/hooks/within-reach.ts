/** How long a write may take before the person is told that it has not happened, in ms. */
const PATIENCE_MS = 6000;

/** The server has not confirmed a write in time; it is sent when the connection returns. */
export class OutOfReach extends Error {
  constructor() {
    super('the server has not confirmed the write');
    this.name = 'OutOfReach';
  }
}

/**
 * Settles as the write does, but rejects with {@link OutOfReach} at once where the device is offline,
 * and after `patienceMs` where nothing has been heard. The write itself goes on.
 */
export async function withinReach<T>(write: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outOfReach = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OutOfReach()), navigator.onLine ? patienceMs : 0);
  });
  try {
    return await Promise.race([write, outOfReach]);
  } finally {
    clearTimeout(timer);
  }
}
