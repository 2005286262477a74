// What was sent to a webhook.

export const webhooks = `
.deliveries h3 { margin: 1rem 0 0.375rem; font-size: 0.875rem; color: var(--soft); }
.deliveries .group > summary + h3 { margin-top: 0.25rem; }
.deliveries form { margin: 1rem 0; }
.deliveries summary strong { font-weight: 600; }
`;
