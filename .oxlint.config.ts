// Lint rules, and the fences between the rooms of src (src/README.md says who may import whom).
import { defineConfig } from "oxlint";

type Room = {
  /** Rooms of src that it may import besides its own. */
  from: string[];
  /** Rooms and files of which it may import the types; they leave nothing behind at run time. */
  typesFrom?: string[];
  packages?: string[];
  /** What to do instead of reaching over the fence. */
  instead: string;
};

/** Each third-party package has one home; these are all that have fences. */
const PACKAGES = [
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
];
const GROUND = ["contract", "lib"];

const ROOMS: Record<string, Room> = {
  contract: {
    from: ["lib"],
    packages: ["zod"],
    instead: "The contract is the published promise: it knows zod and lib, and nobody else.",
  },
  lib: {
    from: [],
    instead: "lib is pure and knows nothing of this service: take what it needs as an argument.",
  },
  storage: {
    from: GROUND,
    packages: ["drizzle-orm"],
    instead:
      "Storage knows tables and images, no other room: decide in the domain and hand the values over.",
  },
  identity: {
    from: [...GROUND, "storage"],
    packages: ["better-auth"],
    instead:
      "Identity knows logins and sessions, no other room: what else a login needs is an argument.",
  },
  limiter: {
    from: GROUND,
    packages: ["cloudflare:workers"],
    instead:
      "The limiter is a room of its own: whoever needs it gets its client through the Context.",
  },
  capture: {
    from: GROUND,
    packages: ["@cloudflare/puppeteer", "@ghostery/adblocker"],
    instead:
      "The engine can be proved with a page and nothing else: put what it needs into the CaptureRequest.",
  },
  browser: {
    from: [...GROUND, "capture"],
    packages: ["@cloudflare/puppeteer", "cloudflare:workers"],
    instead:
      "The browser room lends pages to capture and knows no other room: take it as an argument.",
  },
  compare: {
    from: GROUND,
    packages: ["pixelmatch"],
    instead: "The comparison reads two images and nothing else: pass what it needs as an argument.",
  },
  domain: {
    from: [...GROUND, "storage"],
    typesFrom: ["limiter", "capture", "compare", "browser", "identity"],
    instead:
      "The domain reaches rendering, limiting and queues through its Context; types may be imported.",
  },
  client: {
    from: [],
    typesFrom: ["contract"],
    packages: ["zod"],
    instead:
      "The client runs anywhere, with nothing beside it: of the contract it imports types alone.",
  },
  jobs: {
    from: [...GROUND, "domain"],
    instead: "An edge calls one verb of the domain: add the verb there.",
  },
  http: {
    from: [...GROUND, "domain"],
    typesFrom: ["env"],
    packages: ["hono", "@hono/zod-validator", "zod"],
    instead: "An edge calls one verb of the domain: add the verb there.",
  },
  mcp: {
    from: [...GROUND, "domain", "http"],
    packages: ["zod", "@modelcontextprotocol/server"],
    instead: "An edge calls one verb of the domain: add the verb there.",
  },
  dashboard: {
    from: [...GROUND, "domain", "identity", "http"],
    packages: ["hono", "zod"],
    instead: "An edge calls one verb of the domain: add the verb there.",
  },
};

const ROOT_FILES = ["index", "app", "wiring", "env"];

/** Folder levels below a room. A relative import leaves the room only with one `../` more than the file's level. */
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

    // An assertion in a loop says what it was about.
    "vitest/valid-expect": ["error", { maxArgs: 2 }],

    // A middleware factory returns a function of its own name; patterns of bytes hold control characters; a cast says
    // why it is right in words; an assertion may sit in a function of test/support; the rest is a matter of taste.
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
    ...Object.entries(ROOMS).flatMap(([name, room]) =>
      FOLDER_DEPTHS.map((depth) => ({
        files: [`src/${name}/${"*/".repeat(depth)}*`],
        rules: { "no-restricted-imports": fence(name, room, depth) },
      })),
    ),
    { files: ["src/lib/log.ts", "scripts/**", "test/bench/**"], rules: { "no-console": "off" } },
    {
      // Loops over bytes, and tests, know that the element is there.
      files: ["src/capture/encode/**", "src/compare/**", "src/lib/png/**", "test/**"],
      rules: { "typescript/no-non-null-assertion": "off" },
    },
    {
      // expect.any() and its kin are typed any.
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
      // What a page has replaced is kept and called with the right `this`.
      files: ["src/capture/in-page/**"],
      rules: { "typescript/unbound-method": "off" },
    },
  ],
});

function fence(
  room: string,
  { from, typesFrom = [], packages = [], instead }: Room,
  depth: number,
) {
  const others = [...Object.keys(ROOMS), ...ROOT_FILES].filter(
    (name) => name !== room && !from.includes(name),
  );
  const strangers = others.filter((name) => !typesFrom.includes(name));
  const foreign = PACKAGES.filter((name) => !packages.includes(name));
  const patterns = [
    { regex: pathInto(strangers, depth), message: instead },
    {
      regex: `^(?:${foreign.join("|")})(?:/|$)`,
      message: `This package has another home. ${instead}`,
    },
  ];
  const typesOnly = { regex: pathInto(typesFrom, depth), allowTypeImports: true, message: instead };
  return [
    "error" as const,
    { patterns: typesFrom.length > 0 ? [...patterns, typesOnly] : patterns },
  ] as const;
}

/** A relative path out of the room into one of these rooms or files. */
function pathInto(names: string[], depth: number): string {
  return `^(?:\\.\\./){${depth + 1}}(?:${names.join("|")})(?:/|\\.ts$)`;
}
