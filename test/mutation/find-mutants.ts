import ts from "typescript";

/** One change of a source: what stands between two places of its text, and what takes its place. */
export interface Mutant {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

/** Each operator, function and constant that is changed, and what takes its place. */
const OTHERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "+": ["-"],
    "-": ["+"],
    "*": ["/"],
    "/": ["*"],
    "%": ["*"],
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
    "===": ["!=="],
    "!==": ["==="],
    "&&": ["||"],
    "||": ["&&"],
    "&": ["|"],
    "|": ["&"],
    "^": ["&"],
    "<<": [">>"],
    ">>": ["<<"],
    ">>>": ["<<"],
    "+=": ["-="],
    "-=": ["+="],
    "*=": ["/="],
    "/=": ["*="],
    max: ["min"],
    min: ["max"],
    floor: ["ceil"],
    ceil: ["floor"],
    clz: ["ctz"],
    ctz: ["clz"],
    Infinity: ["0.0"],
    true: ["false"],
    false: ["true"],
  }),
);

/** All mutants of an AssemblyScript source, which the parser of TypeScript reads, in the order of the text. */
export function findMutants(path: string, text: string): Mutant[] {
  const mutants: Mutant[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  ts.forEachChild(file, visit);
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);

  function visit(node: ts.Node): void {
    if (hasNoRule(node)) return;
    const [start, end] = [node.getStart(file), node.getEnd()];
    const original = text.slice(start, end);
    for (const replacement of replacementsOf(node, original)) mutants.push({ path, start, end, original, replacement });
    ts.forEachChild(node, visit);
  }
}

/** The text with the mutant's change. */
export function applyMutant(text: string, { path, start, end, original, replacement }: Mutant): string {
  if (text.slice(start, end) !== original) throw new Error(`${path} must have ${original} at ${start}`);
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Checks at compile time, and assertions, which only the debug build has. */
const CHECKS = ["ERROR(", "checkLayout(", "assert("];

/** Imports and types have none, nor have checks. */
function hasNoRule(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  return isCheck(ts.isIfStatement(node) ? node.thenStatement : node);
}

function isCheck(node: ts.Node): boolean {
  return ts.isExpressionStatement(node) && CHECKS.some((check) => node.getText().startsWith(check));
}

function replacementsOf(node: ts.Node, text: string): readonly string[] {
  const conditions = conditionsFor(node).filter((condition) => condition !== text);
  if (ts.isExpressionStatement(node)) return [";"];
  if (ts.isNumericLiteral(node)) return [changedNumber(text)];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return [...conditions, ...unaryFor(node)];
  if (isFieldName(node)) return conditions;
  return [...conditions, ...(OTHERS.get(text) ?? [])];
}

/** What decides a branch is always true or always false; a loop is never begun. */
function conditionsFor(node: ts.Node): readonly string[] {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node ? ["true", "false"] : [];
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? ["true", "false"] : [];
  if (ts.isForStatement(parent)) return parent.condition === node ? ["false"] : [];
  return ts.isWhileStatement(parent) && parent.expression === node ? ["false"] : [];
}

/** A constant is one more, or twice as large where one more is the same; one is nothing. */
function changedNumber(text: string): string {
  const value = Number(text);
  const more = value + 1 === value ? 2 * value : value + 1;
  const changed = String(value === 1 ? 0 : more);
  return text.includes(".") && !changed.includes(".") ? `${changed}.0` : changed;
}

/** Steps of a loop stay: reversed they would only never end. */
function unaryFor(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): readonly string[] {
  const operand = node.operand.getText();
  if (ts.isForStatement(node.parent) && node.parent.incrementor === node) return [];
  if (node.operator === ts.SyntaxKind.PlusPlusToken) return [node.getText().replace("++", "--")];
  if (node.operator === ts.SyntaxKind.MinusMinusToken) return [node.getText().replace("--", "++")];
  return [operand];
}

function isFieldName(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isPropertyAccessExpression(parent) && parent.name === node && parent.expression.getText() !== "Math";
}
