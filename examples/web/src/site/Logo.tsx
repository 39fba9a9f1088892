/** The logo: a bell with a brass clapper. The product's name is text next to it. */
export function Logo() {
  return (
    <span className="site-logo">
      <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <path d="M14 3v2.4M5.6 20.6h16.8l-2.1-3.2v-5.1a6.3 6.3 0 0 0-12.6 0v5.1z" />
        <path className="site-logo-clapper" d="M11.4 24.3a2.7 2.7 0 0 0 5.2 0" />
      </svg>
      <span>Openbell</span>
    </span>
  );
}
