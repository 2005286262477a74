// Structured logs: one wide event for each request or job, written as one line of JSON.

export type Fields = Record<string, unknown>;

export type WriteLine = (fields: Fields) => void;

export type EventLog = {
  /** Adds facts to the event; once it is written, they become a line of their own. */
  add: (fields: Fields) => void;
  write: () => void;
};

/** `base` stands on every line, so that late lines can be found by what they belong to. */
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

/** For what belongs to no request: lines under the name of what wrote them. */
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

/** An error whole: JSON.stringify alone makes {} of it. */
function describeError({ name, message, stack, cause }: Error): Fields {
  return { name, message, stack, cause };
}
