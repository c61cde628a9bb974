// The logger of firebase-functions captures the console's methods when it is loaded. Load it with methods that
// delegate to the current ones, so that tests can replace these at any time.

export {};

const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

const own = { ...console };
for (const method of METHODS) {
  console[method] = (...line: unknown[]) => console[method](...line);
}
await import('firebase-functions/logger');
Object.assign(console, own);
