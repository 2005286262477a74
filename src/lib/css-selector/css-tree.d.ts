// The entries of css-tree that contain only its tokenizer and its parser of selectors. The package has no types.

declare module "css-tree/tokenizer" {
  /** Calls `onToken` for each token with the number of its type in `tokenTypes`. */
  export function tokenize(
    source: string,
    onToken: (type: number, start: number, end: number) => void,
  ): void;
  export const tokenTypes: Record<
    | "Ident"
    | "Function"
    | "String"
    | "Url"
    | "Delim"
    | "WhiteSpace"
    | "Colon"
    | "Comma"
    | "LeftSquareBracket"
    | "RightSquareBracket"
    | "LeftParenthesis"
    | "RightParenthesis"
    | "LeftCurlyBracket"
    | "RightCurlyBracket"
    | "Comment",
    number
  >;
}

declare module "css-tree/selector-parser" {
  export type SelectorList = { type: "SelectorList"; children: Iterable<Selector> };
  export type Selector = { type: "Selector"; children: Iterable<SelectorPart> };
  export type SelectorPart =
    | { type: "TypeSelector" | "IdSelector" | "ClassSelector"; name: string }
    | { type: "Combinator"; name: string }
    | { type: "NestingSelector" | "Percentage" }
    | AttributeSelector
    | PseudoSelector;
  export type AttributeSelector = {
    type: "AttributeSelector";
    name: { name: string };
    matcher: string | null;
    flags: string | null;
  };
  /** Without parentheses, `children` is null. */
  export type PseudoSelector = {
    type: "PseudoClassSelector" | "PseudoElementSelector";
    name: string;
    children: Iterable<Argument> | null;
  };
  export type Argument =
    | SelectorList
    | Selector
    | { type: "Nth"; selector: SelectorList | null }
    | { type: "Identifier" | "String" | "Operator" }
    | { type: "Raw"; value: string };
  /** Throws a SyntaxError. */
  const parse: (source: string, options: { context: "selectorList" }) => SelectorList;
  export default parse;
}

declare module "css-tree/utils" {
  export const ident: {
    /** Replaces escape sequences. */
    decode(identifier: string): string;
  };
}
