/** Types for an export of the driver that has none. */
declare module 'pg/lib/utils.js' {
  /** A value as the driver sends it: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
