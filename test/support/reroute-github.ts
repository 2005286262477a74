// Sends what the Worker asks of GitHub to a stand-in (github-server.ts).

const HOSTS = ["github.com", "api.github.com"];

/** Returns what puts everything back. */
export function rerouteGitHub(standIn: string): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { hostname, pathname, search } = new URL(request.url);
    if (!HOSTS.includes(hostname)) return fetch(request);
    return fetch(new Request(new URL(pathname + search, standIn), request));
  };
  return () => {
    globalThis.fetch = fetch;
  };
}
