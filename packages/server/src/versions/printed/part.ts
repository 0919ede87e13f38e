/** Parts of envelopes, which are stored in an order of their own: the commit shortens them, and every read restores them. */
import { printCanonical } from '@cairn-ehr/openehr/format'

/** A part of an envelope as JSON: in the order in which envelopes are stored, and in RFC 8785 form, which signatures cover. */
export interface PrintedPart {
  readonly stored: string
  readonly canonical: string
}

export const printPart = (value: unknown): PrintedPart => ({
  stored: JSON.stringify(value),
  canonical: printCanonical(value),
})
