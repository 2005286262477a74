// What the pool must know after an eviction: which sessions it keeps, and which browsers it has had started.
import { deleteBrowser, listBrowsers } from "./connection.ts";

const SESSION_KEY = "session:";
const BROWSER_KEY = "browser:";

/** Kept in the pool's own storage. Sessions go by name; a browser's id leads to its session's name. */
export class SessionRegistry {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  sessions(): string[] {
    const kept = [...this.#kv.list<true>({ prefix: SESSION_KEY })];
    return kept.map(([key]) => key.slice(SESSION_KEY.length));
  }

  addSession(name: string): void {
    this.#kv.put(SESSION_KEY + name, true);
  }

  removeSession(name: string): void {
    this.#kv.delete(SESSION_KEY + name);
  }

  /** Remembered for as long as it lives, also when its session is forgotten: closeOrphans() looks for it. */
  addBrowser(id: string, session: string): void {
    this.#kv.put(BROWSER_KEY + id, session);
  }

  /** Ends browsers that live although their sessions are lost. Returns how many. */
  async closeOrphans(endpoint: Fetcher, isKept: (session: string) => boolean): Promise<number> {
    const known = new Map(this.#kv.list<string>({ prefix: BROWSER_KEY }));
    if (known.size === 0) return 0;
    const alive = new Set(await listBrowsers(endpoint));
    let ended = 0;
    for (const [key, session] of known) {
      const id = key.slice(BROWSER_KEY.length);
      if (!alive.has(id)) this.#kv.delete(key);
      else if (!isKept(session)) {
        await deleteBrowser(endpoint, id);
        ended += 1;
      }
    }
    return ended;
  }
}
