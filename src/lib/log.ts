// Structured logs: one event per request or job, written as one line of JSON.

export type Fields = Record<string, unknown>;

export type WriteLine = (fields: Fields) => void;

export type EventLog = {
  /** Adds fields to the event. After `write`, writes them as a separate line. */
  add: (fields: Fields) => void;
  write: () => void;
};

/** Creates the log of one request or job. Every line contains the fields of `base`. */
export function createEventLog(base: Fields, writeLine: WriteLine = toConsole): EventLog {
  let event: Fields | undefined = { ...base };
  return {
    add(fields) {
      if (event === undefined) writeLine({ ...base, ...fields });
      else Object.assign(event, fields);
    },
    write() {
      if (event !== undefined) writeLine(event);
      event = undefined;
    },
  };
}

/** Creates a log for code that runs outside of requests. `source`: the name of that code. */
export function createLog(source: string, writeLine: WriteLine = toConsole) {
  return (message: string, fields: Fields = {}): void => writeLine({ source, message, ...fields });
}

function toConsole(fields: Fields): void {
  console.log(
    JSON.stringify(fields, (_key, value: unknown) =>
      value instanceof Error ? describeError(value) : value,
    ),
  );
}

/** Returns the fields of an error, which JSON.stringify omits. */
function describeError({ name, message, stack, cause }: Error): Fields {
  return { name, message, stack, cause };
}
