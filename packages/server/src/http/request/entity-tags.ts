/** Reads entity tags of If-Match: without quotes, quoted or weak, since clients send all three. */
import type { Incoming } from '../endpoint.ts'

/** Returns the tags without quotes; undefined without the header. */
export function ifMatchTags({ headers }: Pick<Incoming, 'headers'>): readonly string[] | undefined {
  return headers['if-match']
    ?.split(',')
    .map(tag =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .filter(tag => tag !== '')
}
