// Lint rules, and the import boundaries between the folders of src (see src/README.md).
import { defineConfig } from "oxlint";

type Layer = {
  /** Other folders of src that this folder may import. */
  from: string[];
  /** Folders and files from which it may import types only. */
  typesFrom?: string[];
  packages?: string[];
  /** The lint message: what to do instead of the import. */
  instead: string;
};

/** Packages that only the listed folders may import. */
const RESTRICTED_PACKAGES = [
  "hono",
  "@hono/zod-validator",
  "drizzle-orm",
  "@cloudflare/puppeteer",
  "@ghostery/adblocker",
  "better-auth",
  "cloudflare:workers",
  "zod",
  "@modelcontextprotocol/server",
  "pixelmatch",
  "fflate",
  "croner",
  "cronstrue",
  "css-tree",
];
const SHARED = ["contract", "lib"];

const LAYERS: Record<string, Layer> = {
  contract: {
    from: ["lib"],
    packages: ["zod"],
    instead: "The contract is the public API: it imports only zod and lib.",
  },
  lib: {
    from: [],
    packages: ["croner", "css-tree"],
    instead: "lib does not depend on this service: pass the value as an argument.",
  },
  storage: {
    from: SHARED,
    packages: ["drizzle-orm"],
    instead: "Storage handles tables and images only: decide in the domain and pass the values.",
  },
  identity: {
    from: [...SHARED, "storage"],
    packages: ["better-auth"],
    instead: "Identity handles logins and sessions only: pass other values as arguments.",
  },
  limiter: {
    from: SHARED,
    packages: ["cloudflare:workers"],
    instead: "The limiter is independent: use its client from the Context.",
  },
  capture: {
    from: SHARED,
    packages: ["@cloudflare/puppeteer", "@ghostery/adblocker"],
    instead: "The engine must be testable with only a page: put the value into the CaptureRequest.",
  },
  browser: {
    from: [...SHARED, "capture"],
    packages: ["@cloudflare/puppeteer", "cloudflare:workers"],
    instead: "The browser folder provides pages to capture: pass other values as arguments.",
  },
  compare: {
    from: SHARED,
    packages: ["pixelmatch"],
    instead: "The comparison reads two images only: pass other values as arguments.",
  },
  domain: {
    from: [...SHARED, "storage"],
    typesFrom: ["limiter", "capture", "compare", "browser", "identity"],
    instead:
      "The domain reaches rendering, limiting and queues through its Context; types may be imported.",
  },
  client: {
    from: [],
    typesFrom: ["contract"],
    packages: ["zod"],
    instead: "The client runs anywhere without dependencies: import only types of the contract.",
  },
  jobs: {
    from: [...SHARED, "domain"],
    instead: "An entry point calls one function of the domain: add the function there.",
  },
  http: {
    from: [...SHARED, "domain"],
    typesFrom: ["env"],
    packages: ["hono", "@hono/zod-validator", "zod"],
    instead: "An entry point calls one function of the domain: add the function there.",
  },
  mcp: {
    from: [...SHARED, "domain", "http"],
    packages: ["zod", "@modelcontextprotocol/server"],
    instead: "An entry point calls one function of the domain: add the function there.",
  },
  dashboard: {
    from: [...SHARED, "domain", "identity", "http"],
    packages: ["hono", "zod", "fflate", "cronstrue"],
    instead: "An entry point calls one function of the domain: add the function there.",
  },
};

/**
 * Properties of nodes, elements and documents. A field of a form, or an image, with such a name replaces the property.
 * Properties that a form shares with objects of other kinds are missing: length, name, target, elements.
 */
const REPLACEABLE_PROPERTIES = [
  "baseURI childNodes cloneNode compareDocumentPosition contains firstChild getRootNode hasChildNodes isConnected",
  "isEqualNode isSameNode lastChild nextSibling nodeName nodeType nodeValue ownerDocument parentElement parentNode",
  "previousSibling textContent addEventListener appendChild insertBefore removeChild replaceChild",
  "assignedSlot attachShadow attributes checkVisibility childElementCount children className classList clientHeight",
  "clientLeft clientTop clientWidth closest firstElementChild getAnimations getAttribute getBoundingClientRect",
  "getClientRects getElementsByClassName getElementsByTagName hasAttribute hasAttributes id innerHTML",
  "insertAdjacentHTML lastElementChild localName matches namespaceURI nextElementSibling outerHTML",
  "previousElementSibling querySelector querySelectorAll removeAttribute scrollHeight scrollIntoView scrollLeft",
  "scrollTop scrollWidth setAttribute shadowRoot slot tagName toggleAttribute",
  "blur click dataset dir focus hidden inert innerText isContentEditable lang offsetHeight offsetLeft offsetParent",
  "offsetTop offsetWidth outerText style tabIndex title",
  "activeElement adoptedStyleSheets body createElement createTreeWalker defaultView documentElement elementFromPoint",
  "elementsFromPoint fonts getElementById head images readyState scrollingElement styleSheets",
].flatMap((line) => line.split(" "));

const ROOT_FILES = ["index", "app", "wiring", "env"];

/** Levels of folders below a layer. An import leaves the layer with one `../` more than the level of its file. */
const FOLDER_DEPTHS = [0, 1, 2, 3];

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "vitest"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: [".cache", "migrations"],
  rules: {
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-console": "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "no-var": "error",
    "prefer-const": "error",
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],

    // An assertion in a loop may have a message.
    "vitest/valid-expect": ["error", { maxArgs: 2 }],

    // A middleware factory returns a function of the same name. Byte patterns contain control characters. Casts have a
    // comment with the reason. Functions of test/support contain assertions. The other rules are a matter of style.
    "no-shadow": "off",
    "no-control-regex": "off",
    "no-underscore-dangle": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "import/no-named-as-default-member": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-useless-spread": "off",
    "vitest/expect-expect": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/require-to-throw-message": "off",
  },
  overrides: [
    ...Object.entries(LAYERS).flatMap(([name, layer]) =>
      FOLDER_DEPTHS.map((depth) => ({
        files: [`src/${name}/${"*/".repeat(depth)}*`],
        rules: { "no-restricted-imports": importBoundary(name, layer, depth) },
      })),
    ),
    { files: ["src/lib/log.ts", "scripts/**", "test/bench/**"], rules: { "no-console": "off" } },
    {
      // Loops over bytes, and tests, index only existing elements.
      files: ["src/capture/encode/**", "src/compare/**", "src/lib/png/**", "test/**"],
      rules: { "typescript/no-non-null-assertion": "off" },
    },
    {
      // expect.any() and similar functions have the type any.
      files: ["test/**"],
      rules: {
        "typescript/no-implied-eval": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/restrict-template-expressions": "off",
      },
    },
    {
      // These files store original methods of a page and call them with the right `this`.
      files: ["src/capture/in-page/**"],
      rules: { "typescript/unbound-method": "off" },
    },
    {
      files: ["src/capture/in-page/sweep/**"],
      rules: {
        "no-restricted-properties": [
          "error",
          ...REPLACEABLE_PROPERTIES.map((property) => ({
            property,
            message: `A page can replace this property. Use dom.get(object, "${property}").`,
          })),
        ],
      },
    },
  ],
});

function importBoundary(
  layer: string,
  { from, typesFrom = [], packages = [], instead }: Layer,
  depth: number,
) {
  const others = [...Object.keys(LAYERS), ...ROOT_FILES].filter(
    (name) => name !== layer && !from.includes(name),
  );
  const forbidden = others.filter((name) => !typesFrom.includes(name));
  const forbiddenPackages = RESTRICTED_PACKAGES.filter((name) => !packages.includes(name));
  const patterns = [
    { regex: pathInto(forbidden, depth), message: instead },
    {
      regex: `^(?:${forbiddenPackages.join("|")})(?:/|$)`,
      message: `Only other folders may import this package. ${instead}`,
    },
  ];
  const typesOnly = { regex: pathInto(typesFrom, depth), allowTypeImports: true, message: instead };
  return [
    "error" as const,
    { patterns: typesFrom.length > 0 ? [...patterns, typesOnly] : patterns },
  ] as const;
}

/** Returns a pattern for relative paths out of the layer into one of these layers or files. */
function pathInto(names: string[], depth: number): string {
  return `^(?:\\.\\./){${depth + 1}}(?:${names.join("|")})(?:/|\\.ts$)`;
}
