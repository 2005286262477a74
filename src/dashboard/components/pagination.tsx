// Links to the previous and the next page of a list.

type Props = {
  page: number;
  pages: number;
  /** Returns the address of a page, with the current filters. */
  href: (page: number) => string;
  /** False for a list in another order, such as the captures of a batch. */
  isNewestFirst?: boolean;
};

export function Pagination({ page, pages, href, isNewestFirst = true }: Props) {
  const [before, after] = isNewestFirst ? ["Newer", "Older"] : ["Previous", "Next"];
  if (pages <= 1) return null;
  return (
    <nav class="pages" aria-label="Pagination">
      {page > 1 ? (
        <a class="button quiet" rel="prev" href={href(page - 1)}>
          {before}
        </a>
      ) : (
        <span />
      )}
      <span class="soft small numeric">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button quiet" rel="next" href={href(page + 1)}>
          {after}
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
