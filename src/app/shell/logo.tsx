/** The sign of the product: two jacks joined by a cord, two free. */

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="8" className="plate" />
      <path d="M9 8.2v4.3c0 3 2.2 3.4 5 3.4s5 .5 5 3" className="cord" />
      <circle cx="9" cy="9" r="2.7" className="plugged" />
      <circle cx="19" cy="19" r="2.7" className="plugged" />
      <circle cx="19" cy="9" r="2" className="free" />
      <circle cx="9" cy="19" r="2" className="free" />
    </svg>
  );
}
