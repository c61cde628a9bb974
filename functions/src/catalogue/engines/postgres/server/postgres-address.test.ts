import pg from 'pg';
import { expect, it } from 'vitest';
import { postgresAddress, shownAddress } from './postgres-address.ts';

const read = (address: string, password?: string) =>
  new pg.Client({ connectionString: postgresAddress(address, password) });

it('requires TLS with a valid certificate for a remote server unless sslmode says otherwise', () => {
  expect(read('postgres://me@db.example/earshot').ssl).toEqual({});
  expect(read('postgres://me@db.example/earshot?sslmode=disable').ssl).toBe(false);
  expect(read('postgres://me@db.example/earshot?sslmode=require').ssl).toEqual({
    rejectUnauthorized: false,
  });
});

it('uses no TLS for a local server unless sslmode says otherwise', () => {
  for (const host of ['localhost:5433', '127.0.0.1', '[::1]']) {
    expect(read(`postgres://me@${host}/earshot`).ssl).toBe(false);
  }
  expect(read('postgres://localhost/earshot?host=/cloudsql/p:r:i').ssl).toBe(false);
  expect(read('postgres://me@localhost/earshot?sslmode=verify-full').ssl).toEqual({});
});

it('uses the password from its setting, with any symbols', () => {
  expect(read('postgres://me@db.example/earshot', 'p@ss/w:rd?&=%').password).toBe('p@ss/w:rd?&=%');
  expect(read('postgres://me:known@db.example/earshot').password).toBe('known');
});

it('shows host and database without user and password', () => {
  expect(shownAddress('postgres://me:secret@db.example:5433/earshot?sslmode=require')).toBe(
    'postgres://db.example:5433/earshot',
  );
  expect(shownAddress('postgres://localhost/earshot?host=/cloudsql/p:r:i&password=secret')).toBe(
    'postgres:///cloudsql/p:r:i/earshot',
  );
  expect(() => postgresAddress('postgres://me:secret@/x y')).toThrow(/^(?!.*secret).*postgres:/);
});
