import ts from "typescript";

/** A change of a source: what stands from `start` on, and what takes its place. */
export interface Change {
  readonly start: number;
  readonly original: string;
  readonly replacement: string;
}

/** What can be changed in a source: an operator, a constant, a condition, a whole statement. */
export interface Site {
  /** The declaration that it is in: `f`, `Class.method`, or the name of a constant. */
  readonly within: string;
  /** Its text; `condition`; of a statement what it calls or assigns. */
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A change by the function that it is in and by what it changes there, so that it keeps its name when lines move or
 * are worded anew.
 */
export interface Place {
  readonly within: string;
  /** Such as `<= -> <`, or `<= -> < (2 of 3)` where the function has several of that operator. */
  readonly change: string;
}

/** What can be changed in a source, by declaration, in the order of the text. */
export class Sites {
  readonly all: readonly Site[];
  readonly #file: ts.SourceFile;

  constructor(text: string) {
    this.#file = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
    const all: Site[] = [];
    ts.forEachChild(this.#file, (node) => this.#visit(node, "", all));
    this.all = all.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** Where a change is; null for one that changes more than one thing. */
  placeOf(change: Change): Place | null {
    const { what, label, start, end } = partOf(change);
    const site = this.all.find((site) => site.what === what && site.start === start && site.end === end);
    if (!site) return null;
    const alike = this.alike(site);
    const number = alike.length > 1 ? ` (${alike.indexOf(site) + 1} of ${alike.length})` : "";
    return { within: site.within, change: label + number };
  }

  /** The sites of a declaration that have the same to change. */
  alike({ within, what }: Pick<Site, "within" | "what">): Site[] {
    return this.all.filter((site) => site.within === within && site.what === what);
  }

  #visit(node: ts.Node, scope: string, all: Site[]): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    const within = scopeOf(node, scope);
    for (const what of whatOf(node)) all.push({ within, what, start: node.getStart(), end: node.getEnd() });
    if (ts.isPrefixUnaryExpression(node)) this.#operator(node, node.getStart(), within, all);
    if (ts.isPostfixUnaryExpression(node)) this.#operator(node, node.operand.getEnd(), within, all);
    ts.forEachChild(node, (child) => this.#visit(child, within, all));
  }

  /** The operator of a unary expression, which is no node of its own. */
  #operator(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, start: number, within: string, all: Site[]) {
    const what = ts.tokenToString(node.operator) ?? "";
    all.push({ within, what, start, end: start + what.length });
  }
}

/** A function, a class member and a variable of the module have a scope of their own; a variable of a function has not. */
function scopeOf(node: ts.Node, scope: string): string {
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isClassElement(node);
  if (!isNamed && !(ts.isVariableDeclaration(node) && scope === "")) return scope;
  const name = ts.isConstructorDeclaration(node) ? "constructor" : (node.name?.getText() ?? "");
  return scope === "" ? name : `${scope}.${name}`;
}

function whatOf(node: ts.Node): string[] {
  if (ts.isExpressionStatement(node)) return [subjectOf(node.expression)];
  const isArray = ts.isArrayLiteralExpression(node) && node.elements.length === 0;
  const isLeaf = node.kind <= ts.SyntaxKind.LastToken;
  return [...(isCondition(node) ? ["condition"] : []), ...(isArray || isLeaf ? [node.getText()] : [])];
}

/** What a statement calls or assigns. */
function subjectOf(expression: ts.Expression): string {
  if (ts.isCallExpression(expression)) return `${expression.expression.getText()}()`;
  if (!ts.isBinaryExpression(expression)) return expression.getText();
  return `${expression.left.getText()} ${expression.operatorToken.getText()}`;
}

const LOGICAL = /^([=!]==?|[<>]=?|&&|\|\|)$/;

/** What decides a branch or a loop, and what is true or false by its operator. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(node) && LOGICAL.test(node.operatorToken.getText())) return true;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
}

/** What a change is of, where that is, and the change in words. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly what: string;
  readonly label: string;
}

function partOf(change: Change): Part {
  const { start, original, replacement } = change;
  const whole = { start, end: start + original.length };
  if (replacement === ";") return { ...whole, what: statementOf(original), label: `drop ${statementOf(original)}` };
  if (isConstant(replacement) && !isConstant(original)) {
    return { ...whole, what: "condition", label: `condition -> ${replacement}` };
  }
  return tokensThatDiffer(change) ?? { ...whole, what: original, label: `${original} -> ${replacement}` };
}

function isConstant(text: string): boolean {
  return text === "true" || text === "false";
}

function statementOf(text: string): string {
  const [statement] = ts.createSourceFile("statement.ts", text, ts.ScriptTarget.Latest, true).statements;
  return statement && ts.isExpressionStatement(statement) ? subjectOf(statement.expression) : text;
}

/** The tokens that are replaced, without those before and behind them that stay; null if tokens are only added. */
function tokensThatDiffer({ start, original, replacement }: Change): Part | null {
  const [before, after] = [tokensOf(original), tokensOf(replacement)];
  while (before.length > 0 && before[0]?.text === after[0]?.text) {
    before.shift();
    after.shift();
  }
  while (before.length > 0 && before.at(-1)?.text === after.at(-1)?.text) {
    before.pop();
    after.pop();
  }
  const [first] = before;
  if (!first) return null;
  const what = before.map(({ text }) => text).join("");
  const added = after.map(({ text }) => text).join("");
  const at = start + first.start;
  return { start: at, end: at + what.length, what, label: added === "" ? `drop ${what}` : `${what} -> ${added}` };
}

function tokensOf(text: string): { readonly text: string; readonly start: number }[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const tokens = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    // Of `>=` it scans the first sign alone, unless asked.
    scanner.reScanGreaterToken();
    tokens.push({ text: scanner.getTokenText(), start: scanner.getTokenStart() });
  }
  return tokens;
}
