/** Line drawings of 24 units, as the data of one path each. */
const DRAWINGS = {
  overview: "M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z",
  payments: "M3 7.5h18v10H3zM3 11h18M6.5 14.5h3",
  approvals: "M12 3.5 5 6v5.5c0 4.5 3 7.4 7 9 4-1.6 7-4.5 7-9V6zM9 11.8l2.2 2.2L15.2 10",
  cases: "M4 5h16v10.5H11L7 19v-3.5H4zM12 8v3.5M12 13.3v.1",
  transfers: "M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19",
  settlement: "M5 3.5h14v17l-3.5-2-3.5 2-3.5-2-3.5 2zM9 8.5h6M9 12.5h6",
  customers:
    "M12 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM5.5 19.5c0-3.6 2.9-5.4 6.5-5.4s6.5 1.8 6.5 5.4",
  cards: "M3 6.5h18v11H3zM3 10.5h18M14 14.5h4",
  keys: "M8 16.5a4 4 0 1 1 3.7-5.5H21v3.5h-2.5v2.5H15v-2.5h-3.3A4 4 0 0 1 8 16.5z",
  acquirers: "m4 9.5 8-5 8 5zM6.5 10v7M12 10v7M17.5 10v7M4 19.5h16",
  webhooks:
    "M9 8.5a3 3 0 1 1 4.5 2.6L16 15.5M8 13.5a3 3 0 1 0 3 3h5M10.5 10.8 8.2 15M18.5 13.7a3 3 0 1 1-2.7 4.8",
  requests: "M5 5h14v14H5zM8.5 9h7M8.5 12h7M8.5 15h4",
  tables: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  settings: "M4 7h8M17 7h3M4 17h3M12 17h8M14.5 9.5V4.5M9.5 19.5v-5",
  users:
    "M9 11.5A3.2 3.2 0 1 0 9 5a3.2 3.2 0 0 0 0 6.5zM3 19.5c0-3.5 2.7-5 6-5s6 1.5 6 5M16 5.5a3 3 0 0 1 0 6",
  audit: "M6 3.5h9l3.5 3.5v13.5H6zM9.5 12.5l2 2 3.5-3.5",
  merchants: "M4 10.5 5.5 5h13L20 10.5M4 10.5v9h16v-9M4 10.5h16M10 19.5v-5h4v5",
  bins: "M3 6.5h18v11H3zM6.5 13.5h4M6.5 10.5h2M13 13.5h4",
  security: "M12 3.5 5 6v5.5c0 4.5 3 7.4 7 9 4-1.6 7-4.5 7-9V6z",
  jobs: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2",
  operators: "M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c0-4 3-6 7-6s7 2 7 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  search: "M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4 4",
  open: "m7 10 5 5 5-5",
  person: "M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c0-4 3-6 7-6s7 2 7 6",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  filter: "M4 6h16M7 12h10M10 18h4",
  calendar: "M4 6h16v14H4zM4 10.5h16M8 3.5v4M16 3.5v4",
  remove: "M7 7l10 10M17 7 7 17",
  columns: "M4 5h16v14H4zM9.5 5v14M14.5 5v14",
  copy: "M9 9h10v10H9zM5 15V5h10",
  bookmark: "M7 4h10v16l-5-4-5 4z",
} as const;

export type IconName = keyof typeof DRAWINGS;

/** A drawing in the text's colour; hidden from screen readers as decoration. */
export function Glyph({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
