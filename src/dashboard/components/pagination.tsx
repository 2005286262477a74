// Links to the previous and the next page of a list.

type Props = {
  page: number;
  pages: number;
  /** Returns the address of a page, with the current filters. */
  href: (page: number) => string;
};

export function Pagination({ page, pages, href }: Props) {
  if (pages <= 1) return null;
  return (
    <nav class="pages" aria-label="Pagination">
      {page > 1 ? (
        <a class="button quiet" rel="prev" href={href(page - 1)}>
          Newer
        </a>
      ) : (
        <span />
      )}
      <span class="soft small numeric">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button quiet" rel="next" href={href(page + 1)}>
          Older
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
