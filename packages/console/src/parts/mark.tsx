/** Three stacked stones. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <ellipse cx="16" cy="25" rx="12" ry="4.6" fill="var(--cairn-stone-1)" />
      <ellipse cx="16.6" cy="16" rx="8.6" ry="3.9" fill="var(--cairn-stone-2)" />
      <ellipse cx="15.2" cy="8.6" rx="5.4" ry="3.2" fill="var(--cairn-stone-3)" />
    </svg>
  )
}
