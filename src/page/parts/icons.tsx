import type { ComponentChildren } from "preact";

/** A line drawing of 24 units in the text's colour; hidden from screen readers as decoration. */
function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);

export const AlertIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5v5.5M12 16v.5" />
  </Icon>
);

export const BankIcon = () => (
  <Icon>
    <path d="m4 9.5 8-5 8 5zM6.5 10v7M12 10v7M17.5 10v7M4 19.5h16" />
  </Icon>
);

export const CardIcon = () => (
  <Icon>
    <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
    <path d="M3 10h18M6.5 15h4" />
  </Icon>
);

export const WalletIcon = () => (
  <Icon>
    <path d="M17 8.5V5H5.5A1.5 1.5 0 0 0 4 6.75M16.5 14h.5" />
    <path d="M4 6.75A1.75 1.75 0 0 0 5.75 8.5H19a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H6a2 2 0 0 1-2-2z" />
  </Icon>
);

export const PercentIcon = () => (
  <Icon>
    <circle cx="7.5" cy="7.5" r="2.5" />
    <circle cx="16.5" cy="16.5" r="2.5" />
    <path d="M18 6 6 18" />
  </Icon>
);

export const PapelIcon = () => (
  <Icon>
    <path d="M6 4.5h9l3.5 3.5v11.5H6zM14.5 4.5v4h4M9 13h6M9 16.5h4" />
  </Icon>
);
