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

/** Declarations inside of a function belong to it, but for functions with a name. */
function scopeOf(node: ts.Node, scope: string): string {
  const isOutside = ts.isSourceFile(node.parent) || ts.isVariableDeclarationList(node.parent);
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isClassElement(node);
  if (!isNamed && !(ts.isVariableDeclaration(node) && isOutside && scope === "")) return scope;
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

/** The part of a change that differs: what it is, where, and the change in words. */
function partOf({ start, original, replacement }: Change) {
  const whole = { start, end: start + original.length };
  if (replacement === ";") {
    const [statement] = ts.createSourceFile("statement.ts", original, ts.ScriptTarget.Latest, true).statements;
    const what = statement && ts.isExpressionStatement(statement) ? subjectOf(statement.expression) : original;
    return { ...whole, what, label: `drop ${what}` };
  }
  const isConstant = (text: string) => text === "true" || text === "false";
  if (isConstant(replacement) && !isConstant(original)) {
    return { ...whole, what: "condition", label: `condition -> ${replacement}` };
  }
  const [before, after] = [tokensOf(original), tokensOf(replacement)];
  let from = 0;
  while (from < before.length && before[from]?.text === after[from]?.text) from += 1;
  let behind = 0;
  while (
    behind < Math.min(before.length, after.length) - from &&
    before.at(-1 - behind)?.text === after.at(-1 - behind)?.text
  ) {
    behind += 1;
  }
  const removed = before.slice(from, before.length - behind);
  const added = after.slice(from, after.length - behind).map(({ text }) => text);
  const [first] = removed;
  // What is only added to is named whole.
  if (!first) return { ...whole, what: original, label: `${original} -> ${replacement}` };
  const what = removed.map(({ text }) => text).join("");
  const at = start + first.start;
  return {
    start: at,
    end: at + what.length,
    what,
    label: added.length > 0 ? `${what} -> ${added.join("")}` : `drop ${what}`,
  };
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
