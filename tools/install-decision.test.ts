import { describe, expect, test } from 'vitest';
import { installReason, nodeComplaint } from './install-decision.js';

const machine = { platform: 'linux', arch: 'x64' };
const lock = (packages: Record<string, object>) => ({ packages: { '': {}, ...packages } });
const left = { version: '1.0.0', integrity: 'sha512-left' };
const native = {
  version: '2.0.0',
  integrity: 'sha512-n',
  optional: true,
  os: ['linux'],
  cpu: ['x64'],
};

describe('which Node will do', () => {
  test.each(['20.19.0', '20.20.2', '21.0.0', '22.12.0', '26.1.0'])(
    'Node %s is accepted',
    (version) => {
      expect(nodeComplaint(version)).toBeNull();
    },
  );

  test.each(['12.22.0', '18.20.4', '20.18.3'])(
    'Node %s is refused, and the sentence names it',
    (version) => {
      expect(nodeComplaint(version)).toContain(`this is Node ${version}`);
    },
  );
});

describe('when the packages are installed again', () => {
  test('installs nothing when npm’s record holds every locked package', () => {
    const packages = { 'node_modules/left': left, 'node_modules/native': native };
    expect(installReason(lock(packages), lock(packages), machine)).toBeNull();
  });

  test('installs nothing for an optional package that npm left out, nor for a workspace’s link', () => {
    const wanted = {
      'node_modules/left': left,
      'node_modules/native-win': { ...native, os: ['win32'] },
      'node_modules/web': { link: true },
      web: { version: '0.1.0' },
    };
    expect(installReason(lock(wanted), lock({ 'node_modules/left': left }), machine)).toBeNull();
  });

  test('installs packages on a fresh clone, and after an install that was cut short', () => {
    expect(installReason(lock({}), null, machine)).toMatch(/nothing is installed/);
  });

  test('installs packages when one is missing', () => {
    expect(installReason(lock({ 'node_modules/left': left }), lock({}), machine)).toMatch(
      /has changed/,
    );
  });

  test('installs packages when one has another version, or the same version from elsewhere', () => {
    const wanted = lock({ 'node_modules/left': left });
    for (const other of [{ version: '1.0.1' }, { integrity: 'sha512-other' }]) {
      const present = lock({ 'node_modules/left': { ...left, ...other } });
      expect(installReason(wanted, present, machine)).toMatch(/has changed/);
    }
  });

  test('installs packages when node_modules was carried over from another system or processor', () => {
    const packages = lock({ 'node_modules/native': native });
    expect(installReason(packages, packages, { platform: 'darwin', arch: 'x64' })).toMatch(
      /another/,
    );
    expect(installReason(packages, packages, { platform: 'linux', arch: 'arm64' })).toMatch(
      /another/,
    );
  });

  test('installs nothing because a package excludes some other system', () => {
    const packages = lock({ 'node_modules/left': { ...left, os: ['!win32'] } });
    expect(installReason(packages, packages, machine)).toBeNull();
    expect(installReason(packages, packages, { platform: 'win32', arch: 'x64' })).toMatch(
      /another/,
    );
  });
});
