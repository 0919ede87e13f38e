/** Words that cannot name a variable or a column, since the query would read two ways. Functions and classes are not among them. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'SELECT DISTINCT TOP AS FROM CONTAINS VERSION WHERE AND OR NOT EXISTS LIKE MATCHES ORDER BY LIMIT OFFSET ' +
    'TRUE FALSE NULL'
  ).split(' '),
)

export const isReserved = (upper: string): boolean => RESERVED.has(upper)
