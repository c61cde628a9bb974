import pg from 'pg';
import { expect, it } from 'vitest';
import { postgresAddress, shownAddress } from './postgres-address.ts';

/** The settings that `pg` parses from the URL. */
const read = (address: string, password?: string) =>
  new pg.Client({ connectionString: postgresAddress(address, password) });

it('requires TLS of a server on another host and checks its name, unless the address says otherwise', () => {
  expect(read('postgres://me@db.example/earshot').ssl).toEqual({});
  expect(read('postgres://me@db.example/earshot?sslmode=disable').ssl).toBe(false);
  expect(read('postgres://me@db.example/earshot?sslmode=require').ssl).toEqual({
    rejectUnauthorized: false,
  });
});

it('speaks plainly with a server on this machine, unless told otherwise', () => {
  for (const host of ['localhost:5433', '127.0.0.1', '[::1]']) {
    expect(read(`postgres://me@${host}/earshot`).ssl).toBe(false);
  }
  expect(read('postgres://localhost/earshot?host=/cloudsql/p:r:i').ssl).toBe(false);
  expect(read('postgres://me@localhost/earshot?sslmode=verify-full').ssl).toEqual({});
});

it('takes the password from its own setting, whatever signs are in it', () => {
  expect(read('postgres://me@db.example/earshot', 'p@ss/w:rd?&=%').password).toBe('p@ss/w:rd?&=%');
  expect(read('postgres://me:known@db.example/earshot').password).toBe('known');
});

it('shows where a server is, never who asks nor the password', () => {
  expect(shownAddress('postgres://me:secret@db.example:5433/earshot?sslmode=require')).toBe(
    'postgres://db.example:5433/earshot',
  );
  expect(shownAddress('postgres://localhost/earshot?host=/cloudsql/p:r:i&password=secret')).toBe(
    'postgres:///cloudsql/p:r:i/earshot',
  );
  expect(() => postgresAddress('postgres://me:secret@/x y')).toThrow(/^(?!.*secret).*postgres:/);
});
