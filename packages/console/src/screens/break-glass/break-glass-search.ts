/** The filter of emergency accesses in an address. */

export interface BreakGlassSearch {
  /** Those that wait for a review, where it is left out. */
  readonly show?: 'all' | undefined
}

export const readBreakGlassSearch = ({ show }: Readonly<Record<string, unknown>>): BreakGlassSearch =>
  show === 'all' ? { show } : {}
