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
  test.each(['20.19.0', '20.20.2', '21.0.0', '22.12.0', '26.1.0'])('accepts Node %s', (version) => {
    expect(nodeComplaint(version)).toBeNull();
  });

  test.each(['12.22.0', '18.20.4', '20.18.3'])('refuses Node %s and names it', (version) => {
    expect(nodeComplaint(version)).toContain(`this is Node ${version}`);
  });
});

describe('when the packages are installed again', () => {
  test('installs nothing when npm’s record contains every locked package', () => {
    const packages = { 'node_modules/left': left, 'node_modules/native': native };
    expect(installReason(lock(packages), lock(packages), machine)).toBeNull();
  });

  test('installs nothing for a missing optional package or a workspace’s link', () => {
    const wanted = {
      'node_modules/left': left,
      'node_modules/native-win': { ...native, os: ['win32'] },
      'node_modules/web': { link: true },
      web: { version: '0.1.0' },
    };
    expect(installReason(lock(wanted), lock({ 'node_modules/left': left }), machine)).toBeNull();
  });

  test('installs packages on a fresh clone, and after an interrupted installation', () => {
    expect(installReason(lock({}), null, machine)).toMatch(/nothing is installed/);
  });

  test('installs packages when one is missing', () => {
    expect(installReason(lock({ 'node_modules/left': left }), lock({}), machine)).toMatch(
      /has changed/,
    );
  });

  test('installs packages when the version or hash of one differs', () => {
    const wanted = lock({ 'node_modules/left': left });
    for (const other of [{ version: '1.0.1' }, { integrity: 'sha512-other' }]) {
      const present = lock({ 'node_modules/left': { ...left, ...other } });
      expect(installReason(wanted, present, machine)).toMatch(/has changed/);
    }
  });

  test('installs packages when node_modules is for another system or processor', () => {
    const packages = lock({ 'node_modules/native': native });
    expect(installReason(packages, packages, { platform: 'darwin', arch: 'x64' })).toMatch(
      /another/,
    );
    expect(installReason(packages, packages, { platform: 'linux', arch: 'arm64' })).toMatch(
      /another/,
    );
  });

  test('accepts a package that excludes only another system', () => {
    const packages = lock({ 'node_modules/left': { ...left, os: ['!win32'] } });
    expect(installReason(packages, packages, machine)).toBeNull();
    expect(installReason(packages, packages, { platform: 'win32', arch: 'x64' })).toMatch(
      /another/,
    );
  });
});
