// When firebase-functions' logger is loaded, it keeps the console's methods for good. It is loaded here with
// methods that call the console's present ones, so that a test can replace those at any time.

export {};

const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

const own = { ...console };
for (const method of METHODS) {
  console[method] = (...line: unknown[]) => console[method](...line);
}
await import('firebase-functions/logger');
Object.assign(console, own);
