// How much of an allowance is used.

type Props = {
  title: string;
  used: number;
  limit: number;
  /** How a number is written: a count, or bytes with their unit. */
  format: (value: number) => string;
  /** A sentence below. */
  note: string;
};

/** From these shares of the limit on the bar changes its colour. */
const CLOSE = 0.8;
const FULL = 0.999;

export function Gauge({ title, used, limit, format, note }: Props) {
  return (
    <section class="panel gauge">
      <h2>{title}</h2>
      <p class="figure numeric">
        {format(used)} <span>of {format(limit)}</span>
      </p>
      <meter
        aria-label={`${title}: ${format(used)} of ${format(limit)}`}
        min={0}
        max={Math.max(1, limit)}
        low={limit * CLOSE}
        high={limit * FULL}
        optimum={0}
        value={limit === 0 ? 1 : used}
      />
      <p>{note}</p>
    </section>
  );
}
