import ts from 'typescript';
import { randomNumbers } from '../../functions/src/testing/fuzz-runs.ts';
import type { FirestoreCalls } from './firestore-calls.ts';

export interface Mutant {
  line: number;
  /** What the fault is, in one line. */
  change: string;
  source: string;
}

/** More are sampled, with a fixed seed. */
export const MAX_MUTANTS_A_FILE = 25;

const NARROWING = ['where', 'limit', 'orderBy', 'startAfter'];

const NEGATED = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '>='],
  [ts.SyntaxKind.LessThanEqualsToken, '>'],
  [ts.SyntaxKind.GreaterThanToken, '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '<'],
]);

const LOGICAL = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken];

/** True if the file writes Firestore, itself or through a function that it gives a transaction. */
export function writesFirestore(calls: FirestoreCalls, file: ts.SourceFile): boolean {
  return nodesOf(file).some(
    (node) =>
      ts.isCallExpression(node) &&
      (calls.isWrite(node) ||
        calls.passesWriter(node) ||
        calls.methodOf(node) === 'runTransaction'),
  );
}

/** Faults of one change each: a write or a condition less, a query without a part, a field that is not stored. */
export function firestoreMutants(calls: FirestoreCalls, file: ts.SourceFile): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const node of nodesOf(file)) {
    for (const [target, text] of changesOf(calls, node)) {
      const [start, end] = [target.getStart(), target.end];
      const source = file.text.slice(0, start) + text + file.text.slice(end);
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      found.set(source, { line, source, change: `${oneLine(target)} → ${text}` });
    }
  }
  const mutants = [...found.values()];
  return sample(mutants, MAX_MUTANTS_A_FILE).sort((left, right) => left.line - right.line);
}

type Change = [target: ts.Node, text: string];

function changesOf(calls: FirestoreCalls, node: ts.Node): Change[] {
  if (ts.isExpressionStatement(node)) {
    const mayWrite = (each: ts.Node) =>
      ts.isCallExpression(each) && (calls.isWrite(each) || calls.passesWriter(each));
    return nodesOf(node.expression).some(mayWrite) ? [[node, ';']] : [];
  }
  if (ts.isCallExpression(node)) return changesOfCall(calls, node);
  if (ts.isIfStatement(node)) {
    return [
      [node.expression, 'true'],
      [node.expression, 'false'],
    ];
  }
  if (ts.isConditionalExpression(node)) {
    return [[node.condition, `!(${node.condition.getText()})`]];
  }
  if (ts.isBinaryExpression(node)) return changesOfOperator(node);
  if (ts.isObjectLiteralExpression(node) && !isOfSchemaOrLog(node)) {
    return node.properties.filter(isData).map((each) => [each, '...{}']);
  }
  return [];
}

function changesOfCall(calls: FirestoreCalls, node: ts.CallExpression): Change[] {
  const method = calls.methodOf(node);
  if (method === null || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  if (NARROWING.includes(method)) return [[node, expression.getText()]];
  if (!calls.isWrite(node)) return [];
  const isStatement =
    ts.isExpressionStatement(node.parent) ||
    ts.isAwaitExpression(node.parent) ||
    ts.isVoidExpression(node.parent);
  return [
    ...(method === 'create' ? [[name, 'set'] as Change] : []),
    ...(isStatement ? [] : [[node, 'Promise.resolve()'] as Change]),
  ];
}

function changesOfOperator(node: ts.BinaryExpression): Change[] {
  const { left, right, operatorToken, parent } = node;
  const negated = NEGATED.get(operatorToken.kind);
  // Conditions of statements are replaced anyway.
  if (negated !== undefined) return ts.isIfStatement(parent) ? [] : [[operatorToken, negated]];
  if (!LOGICAL.includes(operatorToken.kind)) return [];
  return [
    [node, right.getText()],
    // Without its right side, an optional entry of an object is one that is never there.
    [node, left.getText()],
  ];
}

function isOfSchemaOrLog(node: ts.ObjectLiteralExpression): boolean {
  if (!ts.isCallExpression(node.parent)) return false;
  return /^(log$|z\.)/.test(node.parent.expression.getText());
}

/** Methods of an object are no data. An optional entry changes with its condition. */
function isData(entry: ts.ObjectLiteralElementLike): boolean {
  if (ts.isPropertyAssignment(entry)) return !ts.isFunctionLike(entry.initializer);
  if (!ts.isSpreadAssignment(entry)) return ts.isShorthandPropertyAssignment(entry);
  return !ts.isParenthesizedExpression(entry.expression);
}

function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [root];
  root.forEachChild((child) => void nodes.push(...nodesOf(child)));
  return nodes;
}

const MAX_SHOWN = 100;
const SEED = 62;

function oneLine(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function sample<T>(items: readonly T[], size: number): T[] {
  const random = randomNumbers(SEED);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .slice(0, size)
    .map(({ item }) => item);
}
