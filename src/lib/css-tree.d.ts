// The entry of css-tree that contains only its parser of selectors. The package has no types.
declare module "css-tree/selector-parser" {
  /** Throws a SyntaxError with `offset`. */
  const parse: (source: string, options: { context: "selectorList" }) => object;
  export default parse;
}
