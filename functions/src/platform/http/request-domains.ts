import { AsyncLocalStorage } from 'node:async_hooks';
import domain from 'node:domain';
import { EventEmitter } from 'node:events';

/** The part of `Domain` that functions-framework uses for an HTTP function. */
class RequestDomain extends EventEmitter {
  run(work: () => void): void {
    current.run(this, work);
  }
}

const current = new AsyncLocalStorage<RequestDomain>();

/**
 * Replaces `domain.create`, by which functions-framework ends a request if an error is thrown outside its
 * promises. A real domain makes Node track every promise of the process, which took a quarter of a search's CPU
 * time. Errors outside requests still reach the earlier listeners. Call once, before the first request.
 */
export function replaceDomains(): void {
  let isListening = false;
  domain.create = () => {
    if (!isListening) {
      // Added at the first request, because the framework adds its own listeners, which end the process, just
      // before. Ours must run first.
      listenBeforeOthers('uncaughtException');
      listenBeforeOthers('unhandledRejection');
      isListening = true;
    }
    return new RequestDomain() as unknown as domain.Domain;
  };
}

function listenBeforeOthers(event: 'uncaughtException' | 'unhandledRejection'): void {
  const others = process.rawListeners(event);
  process.removeAllListeners(event);
  process.on(event as 'uncaughtException', (error: unknown, ...values: unknown[]) => {
    const request = current.getStore();
    if (request !== undefined) request.emit('error', error);
    else for (const other of others) other.call(process, error, ...values);
  });
}
