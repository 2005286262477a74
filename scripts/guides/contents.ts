// The guides in the order of their navigation. Paths are relative to docs/.

export const GUIDE_GROUPS: Record<string, readonly string[]> = {
  "Get started": ["guides/quick-start.md", "client.md", "guides/mcp.md"],
  Capture: [
    "guides/full-pages.md",
    "guides/waiting.md",
    "guides/blocking.md",
    "guides/batches.md",
    "guides/caching.md",
  ],
  "Publish and follow": ["guides/signed-links.md", "guides/monitors.md", "guides/webhooks.md"],
  Reference: ["options.md", "guides/errors.md", "guides/limits.md"],
};
