/** Seals: each has the digests of some events and the digest of the previous seal, so that every change is noticed. */
import { hash } from 'node:crypto'
import { canonicalize } from '@cairn-ehr/openehr/format'
import type { AuditEvent } from './audit-event.ts'

export interface Seal {
  /** Counted from 1, without gaps. */
  readonly number: number
  /** ISO 8601 with milliseconds, UTC. */
  readonly sealedAt: string
  readonly events: readonly number[]
  /** SHA-256 of each of the events, one after the other. */
  readonly digests: Buffer
  /** All events up to this one have a seal; null if this was not checked. */
  readonly completeTo: number | null
  /** The digest of the seal before; null for the first. */
  readonly previous: Buffer | null
}

export const DIGEST_BYTES = 32

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** In hexadecimal. The order of the members is part of the format: it never changes, and new members come last. */
export function eventDigest(eventId: number, event: AuditEvent): string {
  return sha256(
    JSON.stringify([
      eventId,
      event.at,
      event.request_id,
      event.client_id,
      event.person,
      event.address,
      event.method,
      event.route,
      event.path,
      event.ehr_id,
      event.action,
      event.status,
      event.outcome,
      event.contribution_id,
      event.detail === null ? null : canonicalize(event.detail),
    ]),
  )
}

/** The first line distinguishes a seal from other data that the same key signs. */
export function sealDigest({ number, sealedAt, events, digests, completeTo, previous }: Seal): Buffer {
  const text = [
    'cairn audit seal 1',
    number,
    sealedAt,
    events.join(' '),
    digests.toString('hex'),
    completeTo ?? '',
    previous?.toString('hex') ?? '',
  ].join('\n')
  return Buffer.from(sha256(text), 'hex')
}
