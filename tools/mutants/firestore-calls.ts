import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY } from '../processes/repository.ts';

export const FUNCTIONS = path.join(REPOSITORY, 'functions');

const WRITES = ['add', 'create', 'delete', 'recursiveDelete', 'set', 'update'];
const PASSED = ['BulkWriter', 'Transaction', 'WriteBatch'];
const WRITERS = [...PASSED, 'CollectionReference', 'DocumentReference', 'Firestore'];

export interface FirestoreCalls {
  /** Returns the method's name if the call is one of the Admin SDK's Firestore, otherwise null. */
  methodOf: (call: ts.CallExpression) => string | null;
  isWrite: (call: ts.CallExpression) => boolean;
  /** True if the call passes on a transaction, batch or bulk writer, and so may write. */
  passesWriter: (call: ts.CallExpression) => boolean;
}

/** All files of `functions` with their types. */
export function functionsProgram(): ts.Program {
  const { config } = ts.readConfigFile(path.join(FUNCTIONS, 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  ) as {
    config: unknown;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, FUNCTIONS);
  return ts.createProgram(fileNames, options);
}

/** Types tell a Firestore document's `set` from a map's, whatever the variables are called. */
export function firestoreCalls(program: ts.Program): FirestoreCalls {
  const checker = program.getTypeChecker();

  function declarationOf(call: ts.CallExpression): ts.Declaration | null {
    if (!ts.isPropertyAccessExpression(call.expression)) return null;
    const [declared] = checker.getSymbolAtLocation(call.expression.name)?.declarations ?? [];
    return declared?.getSourceFile().fileName.includes('@google-cloud/firestore/')
      ? declared
      : null;
  }

  const methodOf = (call: ts.CallExpression) =>
    declarationOf(call) && (call.expression as ts.PropertyAccessExpression).name.text;

  return {
    methodOf,
    isWrite(call) {
      const owner = declarationOf(call)?.parent;
      if (owner === undefined || !ts.isClassDeclaration(owner)) return false;
      const method = methodOf(call) ?? '';
      return WRITERS.includes(owner.name?.text ?? '') && WRITES.includes(method);
    },
    passesWriter(call) {
      const typeOf = (node: ts.Node) => checker.getTypeAtLocation(node).getSymbol()?.name ?? '';
      return call.arguments.some((argument) => PASSED.includes(typeOf(argument)));
    },
  };
}
