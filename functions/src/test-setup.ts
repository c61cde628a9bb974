// The logger of firebase-functions keeps the console's methods of the time at which it is loaded. It is
// loaded here with methods that call the console's current ones, so that tests can replace these at any time.

export {};

const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

const own = { ...console };
for (const method of METHODS) {
  console[method] = (...line: unknown[]) => console[method](...line);
}
await import('firebase-functions/logger');
Object.assign(console, own);
