// Stores what the pool needs after an eviction: the names of its sessions and the browsers that they started.
import { deleteBrowser, listBrowsers } from "./browser-run.ts";

const SESSION_KEY = "session:";
const BROWSER_KEY = "browser:";

/** Uses the pool's storage. Maps the id of each browser to the name of its session. */
export class SessionRegistry {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  sessions(): string[] {
    const entries = [...this.#kv.list<true>({ prefix: SESSION_KEY })];
    return entries.map(([key]) => key.slice(SESSION_KEY.length));
  }

  addSession(name: string): void {
    this.#kv.put(SESSION_KEY + name, true);
  }

  removeSession(name: string): void {
    this.#kv.delete(SESSION_KEY + name);
  }

  /** Stores the browser until it has closed, even when its session is removed first. closeOrphans() reads these entries. */
  addBrowser(id: string, session: string): void {
    this.#kv.put(BROWSER_KEY + id, session);
  }

  /** Closes running browsers whose session is no longer active. Returns their number. */
  async closeOrphans(endpoint: Fetcher, isActive: (session: string) => boolean): Promise<number> {
    const browsers = new Map(this.#kv.list<string>({ prefix: BROWSER_KEY }));
    if (browsers.size === 0) return 0;
    const alive = new Set(await listBrowsers(endpoint));
    let closed = 0;
    for (const [key, session] of browsers) {
      const id = key.slice(BROWSER_KEY.length);
      if (!alive.has(id)) this.#kv.delete(key);
      else if (!isActive(session)) {
        await deleteBrowser(endpoint, id);
        closed += 1;
      }
    }
    return closed;
  }
}
