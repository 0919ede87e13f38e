/** Entity tags of If-Match: bare, quoted or weak, since all clients are understood. */
import type { Incoming } from './endpoint.ts'

/** As given, without their quotes; undefined where the header is not there. */
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
