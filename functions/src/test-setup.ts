// firebase-functions' logger keeps the console's methods as they are when it is first loaded. It gets
// ones here that pass each line on to the console as it is by then, so that a test can watch it
// whatever another test of the same process loaded before.

export {};

const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

const own = { ...console };
for (const method of METHODS) {
  console[method] = (...line: unknown[]) => console[method](...line);
}
await import('firebase-functions/logger');
Object.assign(console, own);
