import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { REPOSITORY, shownPath } from '../../tools/processes/repository.ts';

function readProject(project: string) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = path.join(REPOSITORY, project, 'tsconfig.json');
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(config, {}, host)!;
  return { included: new Set(fileNames), options };
}

// `tsc --build` checks a project again only if an included file has changed. It would miss changes in files that are
// imported but not included.
test.each(['web', 'tools', 'tests'])(
  'includes every file of the repository that the project %s imports',
  (project) => {
    const { included, options } = readProject(project);
    const cache = ts.createModuleResolutionCache(REPOSITORY, (name) => name, options);
    const importedBy = (file: string) =>
      ts.preProcessFile(ts.sys.readFile(file) ?? '').importedFiles.flatMap(({ fileName }) => {
        if (!/^([.#]|functions\/)/.test(fileName)) return [];
        const { resolvedModule } = ts.resolveModuleName(fileName, file, options, ts.sys, cache);
        return resolvedModule?.resolvedFileName ?? [];
      });
    const left = [...included].flatMap(importedBy).filter((file) => !included.has(file));
    expect(included.size).toBeGreaterThan(100);
    expect([...new Set(left.map(shownPath))]).toEqual([]);
  },
);

// A separate check of the functions would take another twenty seconds. Editors use the functions' own project.
test('checks the functions in the project of the tools with their own options', () => {
  const [functions, tools] = [readProject('functions'), readProject('tools')];
  const { tsBuildInfoFile: _file, configFilePath: _path, ...own } = functions.options;
  expect(tools.options).toMatchObject(own);
  expect([...functions.included].filter((file) => !tools.included.has(file))).toEqual([]);
});
