// Structured logs: one event per request or job, written as one line of JSON.
import { redact } from "./redact.ts";
import { shorten } from "./shorten.ts";

/** Errors of scripts can contain any text of a page. */
const MAX_TEXT_LENGTH = 4_000;

export type Fields = Record<string, unknown>;

export type WriteLine = (fields: Fields) => void;

export type EventLog = {
  /** Adds fields to the event. After `write`, writes them as a separate line. */
  add: (fields: Fields) => void;
  write: () => void;
};

/** Creates the log of one request or job. Every line contains the fields of `base`. */
export function createEventLog(base: Fields, writeLine?: WriteLine): EventLog {
  let event: Fields | undefined = { ...base };
  return {
    add(fields) {
      if (event === undefined) writeEvent({ ...base, ...fields }, writeLine);
      else Object.assign(event, fields);
    },
    write() {
      if (event !== undefined) writeEvent(event, writeLine);
      event = undefined;
    },
  };
}

/** Creates a log for code that runs outside of requests. `source`: the name of that code. */
export function createLog(source: string, writeLine?: WriteLine) {
  return (message: string, fields: Fields = {}): void =>
    writeEvent({ source, message, ...fields }, writeLine);
}

/** Writes plain data, with the fields of errors and without secrets in any text: to the console, unless a test reads it. */
function writeEvent(fields: Fields, writeLine: WriteLine | undefined): void {
  const json = JSON.stringify(fields, (_key, value: unknown) => {
    if (value instanceof Error) return describeError(value);
    return typeof value === "string" ? shorten(redact(value), MAX_TEXT_LENGTH) : value;
  });
  if (writeLine === undefined) console.log(json);
  else writeLine(JSON.parse(json) as Fields); // the JSON of an object is an object
}

/** Returns the fields of an error, which JSON.stringify omits. */
function describeError({ name, message, stack, cause }: Error): Fields {
  // The stack starts with the message. Redact the message first, because its text could look like the end of the message to
  // a pattern of redact().
  return { name, message, stack: stack?.replace(message, () => redact(message)), cause };
}
