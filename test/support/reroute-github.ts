// Sends the Worker's requests to GitHub to the fake server in github-server.ts.

const HOSTS = ["github.com", "api.github.com"];

/** Returns a function that restores `fetch`. */
export function rerouteGitHub(fakeOrigin: string): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { hostname, pathname, search } = new URL(request.url);
    if (!HOSTS.includes(hostname)) return fetch(request);
    return fetch(new Request(new URL(pathname + search, fakeOrigin), request));
  };
  return () => {
    globalThis.fetch = fetch;
  };
}
