const TIMEOUT_MS = 6000;

/** The server has not confirmed a write in time. Firestore still sends it when the connection returns. */
export class OutOfReach extends Error {
  constructor() {
    super('the server has not confirmed the write');
    this.name = 'OutOfReach';
  }
}

/** Settles like `write`, but rejects with {@link OutOfReach} if offline or after `timeoutMs`; `write` continues. */
export async function withinReach<T>(write: Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outOfReach = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OutOfReach()), navigator.onLine ? timeoutMs : 0);
  });
  try {
    return await Promise.race([write, outOfReach]);
  } finally {
    clearTimeout(timer);
  }
}
