// Rewrites a CSS selector for a strict parser, without a change of what a browser accepts.
import { tokenize, tokenTypes as types } from "css-tree/tokenizer";
import { ident } from "css-tree/utils";

const CLOSERS = new Map([
  [types.Function, ")"],
  [types.LeftParenthesis, ")"],
  [types.LeftSquareBracket, "]"],
  [types.LeftCurlyBracket, "}"],
]);
/** Browsers ignore invalid selectors in these lists, and accept an empty list. */
const FORGIVING = new Set(["is(", "where("]);

type Token = { type: number; text: string };

/**
 * Closes what CSS closes at the end of a text: brackets, strings, comments and escapes. Empties the lists of `:is()` and
 * `:where()`. Writes names after a colon in lower case and without escapes. Returns undefined when the text ends with a comma.
 */
export function completeSelector(selector: string): string | undefined {
  const closers: string[] = [];
  /** The number of closers outside the list that is emptied. */
  let emptiedAt: number | undefined;
  let completed = "";
  let endsWithComma = false;
  let beforeLast: Token | undefined;
  let last: Token | undefined;

  for (const token of tokensOf(closeEscape(selector.replaceAll(/[\0\uFEFF]/g, "\uFFFD")))) {
    // For browsers, comments do not separate these tokens from the next one.
    if (token.type === types.Comment && isPrefix(last)) continue;
    const isName = last?.type === types.Colon;
    const text = isName ? normalizeName(token) : closeToken(token);

    if (closers.length > 0 && token.text === closers.at(-1)) closers.pop();
    if (emptiedAt === closers.length) emptiedAt = undefined;
    if (emptiedAt === undefined) completed += text;
    const isForgiving = isName && beforeLast?.type !== types.Colon && FORGIVING.has(text);
    if (isForgiving) emptiedAt ??= closers.length;
    const closer = CLOSERS.get(token.type);
    if (closer !== undefined) closers.push(closer);

    if (!isSpace(token)) endsWithComma = token.type === types.Comma;
    [beforeLast, last] = [last, token];
  }
  if (endsWithComma && closers.length === 0) return undefined;
  const missing = emptiedAt === undefined ? closers : closers.slice(0, emptiedAt + 1);
  return completed + missing.toReversed().join("");
}

/** Returns the types of the tokens of a text, without spaces and comments. */
export function tokenTypesOf(text: string): number[] {
  return tokensOf(text)
    .filter((token) => !isSpace(token))
    .map(({ type }) => type);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenize(text, (type, start, end) => tokens.push({ type, text: text.slice(start, end) }));
  return tokens;
}

/** A backslash at the end of the text is an escaped U+FFFD. */
function closeEscape(text: string): string {
  return /(?<!\\)(\\\\)*\\$/.test(text) ? `${text}fffd ` : text;
}

/** Only the last token of a text can be open. */
function closeToken({ type, text }: Token): string {
  if (type === types.String) return /^(["'])(?:[^\\]|\\.)*\1$/s.test(text) ? text : text + text[0];
  if (type === types.Comment) return /^\/\*.*\*\/$/s.test(text) ? text : `${text}*/`;
  return text;
}

function normalizeName(token: Token): string {
  const [, name = "", parenthesis = ""] = /^(.*?)(\(?)$/s.exec(token.text) ?? [];
  const isIdentifier = token.type === types.Ident || token.type === types.Function;
  const decoded = isIdentifier ? ident.decode(name).toLowerCase() : name;
  return /^[a-z0-9-]+$/.test(decoded) ? decoded + parenthesis : closeToken(token);
}

function isPrefix(token: Token | undefined): boolean {
  return token?.type === types.Colon || (token?.type === types.Delim && /[.|]/.test(token.text));
}

function isSpace({ type }: Token): boolean {
  return type === types.WhiteSpace || type === types.Comment;
}
