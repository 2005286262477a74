// Sends messages from a document to the capture (blocking/document-reports.ts).
import type { DocumentReport } from "./plan.ts";

type Send = (message: string) => void;

let send: Send | undefined;

/** Sets the function that sends messages. A document that was created before the capture has no such function. */
export function connect(binding: Send | undefined): void {
  send = binding;
}

export function report(message: DocumentReport): void {
  send?.(JSON.stringify(message));
}
