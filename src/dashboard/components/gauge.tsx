// The used share of a limit.

type Props = {
  title: string;
  used: number;
  limit: number;
  /** Formats a number for display, such as a count or a size in bytes. */
  format: (value: number) => string;
  /** A sentence below the bar. */
  note: string;
};

/** The bar changes its color at these shares of the limit. */
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
