/** An instant as PostgreSQL reads it. Undefined: not a time, or its year in UTC has not the four digits of ISO 8601, as 0000-01-01T00:00+14:00. */
export function storableTime(milliseconds: number): string | undefined {
  if (Number.isNaN(milliseconds)) return undefined
  const text = new Date(milliseconds).toISOString()
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : undefined
}
