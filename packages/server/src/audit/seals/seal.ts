/** Seals: each stands for some events and has the digest of the previous seal, so that every change is noticed. */
import { hash } from 'node:crypto'
import { canonicalize } from '@cairn-ehr/openehr/format'
import type { StateHead } from '../../seals/index.ts'
import type { AuditEvent } from '../event.ts'

interface SealBase {
  /** Counted from 1, without gaps. */
  readonly number: number
  /** ISO 8601 with milliseconds, UTC. */
  readonly sealedAt: string
  readonly events: readonly number[]
  /** All events up to this one have a seal; null if this was not checked. */
  readonly completeTo: number | null
  /** The digest of the seal before; null for the first. */
  readonly previous: Buffer | null
}

/** A seal from before the trail had partitions. */
export interface OldSeal extends SealBase {
  readonly form: 1
  /** SHA-256 of each of the events, one after the other. */
  readonly digests: Buffer
}

export interface Seal extends SealBase {
  readonly form: 2
  /** The first bytes of the SHA-256 of each of the events: they name the one that was changed. */
  readonly prefixes: Buffer
  /** SHA-256 of all the digests, which no change passes. */
  readonly total: Buffer
  /** The times of its first and last event; null if it has none. */
  readonly times: EventTimes | null
  /** Set if events were removed because the trail is kept for some months only. */
  readonly removed: RemovedPart | null
  /** The end of the chain of state seals (decision 0087); null in a seal from before, or if there was none. */
  readonly state: StateHead | null
}

export type AnySeal = OldSeal | Seal

interface EventTimes {
  readonly from: string
  readonly to: string
}

/** The beginning of the trail that is gone. */
export interface RemovedPart {
  /** Events from before this time; the first of a month. */
  readonly before: string
  /** Seals up to this one. */
  readonly seals: number
}

export const DIGEST_BYTES = 32
export const PREFIX_BYTES = 4

const sha256 = (data: string | Buffer): string => hash('sha256', data, 'hex')

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

/** Sums up the digests of events, which are in hexadecimal, as a seal keeps them. */
export function sumDigests(digests: readonly string[]): Pick<Seal, 'prefixes' | 'total'> {
  return {
    prefixes: Buffer.from(digests.map(digest => digest.slice(0, 2 * PREFIX_BYTES)).join(''), 'hex'),
    total: Buffer.from(sha256(Buffer.from(digests.join(''), 'hex')), 'hex'),
  }
}

function oldLines({ number, sealedAt, events, digests, completeTo, previous }: OldSeal): readonly unknown[] {
  return [
    'cairn audit seal 1',
    number,
    sealedAt,
    events.join(' '),
    digests.toString('hex'),
    completeTo ?? '',
    previous?.toString('hex') ?? '',
  ]
}

function lines(seal: Seal): readonly unknown[] {
  const { state } = seal
  return [
    state === null ? 'cairn audit seal 2' : 'cairn audit seal 3',
    seal.number,
    seal.sealedAt,
    seal.events.join(' '),
    seal.prefixes.toString('hex'),
    seal.total.toString('hex'),
    seal.times?.from ?? '',
    seal.times?.to ?? '',
    seal.completeTo ?? '',
    seal.removed?.before ?? '',
    seal.removed?.seals ?? '',
    seal.previous?.toString('hex') ?? '',
    ...(state === null ? [] : [state.number, state.chain.toString('hex')]),
  ]
}

/** The first line distinguishes a seal from other data that the same key signs. */
export const sealDigest = (seal: AnySeal): Buffer =>
  Buffer.from(sha256((seal.form === 1 ? oldLines(seal) : lines(seal)).join('\n')), 'hex')
