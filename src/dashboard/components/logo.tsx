// The logo: a viewfinder and the name of the service.

export function Logo() {
  return (
    <a class="mark" href="/">
      <svg
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="M4 11V7a3 3 0 0 1 3-3h4M21 4h4a3 3 0 0 1 3 3v4M28 21v4a3 3 0 0 1-3 3h-4M11 28H7a3 3 0 0 1-3-3v-4" />
        <circle cx="16" cy="16" r="4.5" />
      </svg>
      <span>Edgeshot</span>
    </a>
  );
}
