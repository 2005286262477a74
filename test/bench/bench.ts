// Types that all rows of the benchmark share.
import type { Pages } from "./pages.ts";
import type { Peer, Service } from "./subjects.ts";

/** Starts the subjects of a row. The benchmark stops them after the row. `delayMs` is the round trip to the browser. */
export type Bench = {
  pages: Pages;
  /** The duration of the row "hostile", in minutes. */
  minutes: number;
  /**
   * `variables` overrides the variables of wrangler.toml. `folder` is that of another checkout to start,
   * `entry` another entry file of the Worker.
   */
  startService: (
    variables: Record<string, string>,
    delayMs?: number,
    folder?: string,
    entry?: string,
  ) => Promise<Service>;
  startPeer: (delayMs?: number) => Promise<Peer>;
  /** Serves the pages of test/capture/site/blocking. Must be called before the subjects that capture them start. */
  openNamedWeb: () => Promise<void>;
  /** Starts Ghostery's wrapper of puppeteer with the public lists that Edgeshot uses. */
  startGhostery: (delayMs?: number) => Promise<Peer>;
  /** Starts a service with `count` records, 1,000 for each account. Later calls must not use a smaller count. */
  startServiceWithRecords: (count: number) => Promise<Service>;
  /** Profiles the start of an isolate. Returns the path of the profile. */
  profileStartup: () => Promise<string>;
};

/** One line of the table: measurement, peer, service, ratio, aim. */
export type Line = [string, string, string, string, string];
