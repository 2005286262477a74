// The subscription status of an account.
import type { SubscriptionState } from "../../contract/plans.ts";

const badges = {
  active: { tone: "good", text: "Active" },
  trialing: { tone: "good", text: "Trialing" },
  past_due: { tone: "warn", text: "Past due" },
  canceled: { tone: "bad", text: "Suspended" },
} as const;

export function SubscriptionBadge({ state }: { state: SubscriptionState }) {
  const { tone, text } = badges[state];
  return <span class={`badge ${tone}`}>{text}</span>;
}
