/** The logo of Vezne: the letter V in a rounded square. */
export function Logo() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" class="mark-ground" />
      <path d="M9 10l7 13 7-13" class="mark-stroke" />
    </svg>
  );
}
