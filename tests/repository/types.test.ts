import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { REPOSITORY, shownPath } from '../../tools/processes/repository.ts';

// `tsc --build` checks a project again only if an included file has changed. Changes in files that are only
// imported would go unnoticed.
test.each(['functions', 'web', 'tools', 'tests'])(
  'the project %s includes every file of the repository that it imports',
  (project) => {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const config = path.join(REPOSITORY, project, 'tsconfig.json');
    const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(config, {}, host)!;
    const included = new Set(fileNames);
    const cache = ts.createModuleResolutionCache(REPOSITORY, (name) => name, options);
    const importedBy = (file: string) =>
      ts.preProcessFile(ts.sys.readFile(file) ?? '').importedFiles.flatMap(({ fileName }) => {
        if (!/^([.#]|functions\/)/.test(fileName)) return [];
        const { resolvedModule } = ts.resolveModuleName(fileName, file, options, ts.sys, cache);
        return resolvedModule?.resolvedFileName ?? [];
      });
    const left = fileNames.flatMap(importedBy).filter((file) => !included.has(file));
    expect(included.size).toBeGreaterThan(100);
    expect([...new Set(left.map(shownPath))]).toEqual([]);
  },
);
