import { expect, test } from 'vitest';
import { isServicePort } from './service-ports.ts';

test.each(['22', '25', '587', '3306', '5432', '6379', '9200', '11211', '27017', '10080', '0'])(
  'treats %s as the port of another service',
  (port) => expect(isServicePort(port)).toBe(true),
);

// Operating systems assign ports above 50000 to servers in tests and at home.
test.each(['', '80', '443', '3000', '5000', '8000', '8080', '8443', '9000', '50000', '65535'])(
  'treats %j as a web port',
  (port) => expect(isServicePort(port)).toBe(false),
);

test.each(['6379', '25'])('detects port %s in every spelling of a URL', (port) => {
  for (const spelling of [port, `0${port}`, `000${port}`]) {
    expect(isServicePort(new URL(`http://example.com:${spelling}/`).port)).toBe(true);
  }
});
