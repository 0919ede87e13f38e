/** Datamaps of parties: the rights that they need, and what they do not offer (decision 0123). */
import { allows, type Right } from '../access/index.ts'
import type { LimitedDatabase } from '../db/index.ts'
import { limitReads, type Reads } from '../db/reads/index.ts'
import type { Caller } from '../http/index.ts'
import { partyLimit } from '../query/calls/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Datamap } from './model.ts'

const limitFor = (caller: Caller, party: string) => partyLimit(caller, [party], 'The datamap')

/** `allReads`: not limited to what rights on records reach. */
export const readsOfParties = (
  { allReads }: { readonly allReads: Reads },
  caller: Caller,
  party: string,
): Reads => limitReads(allReads, limitFor(caller, party) ?? 'parties')

/** `allReads`: of the primary, whose state a record is read in. */
export const partiesFor = (
  { allReads }: { readonly allReads: Reads },
  caller: Caller,
  party: string,
): LimitedDatabase => readsOfParties({ allReads }, caller, party).primary.db

/** Rights on parties let a caller in, and open no datamap of records. */
export function requireRecords({ rights }: Caller, right: Right): void {
  if (rights !== undefined && !allows(rights, right))
    throw new Refusal(
      'auth.right_denied',
      'The datamap shows records: this needs the scope api.read or a right to read them, such as composition-*.r.',
    )
}

const refused = (message: string): Refusal => new Refusal('datamap.of_parties', message)

export function refuseEhr(ehrId: string | undefined): void {
  if (ehrId !== undefined) throw refused('This datamap shows parties, which are in no EHR: leave ehrUid out.')
}

/** Formats that are always whole ask for `ehr_id` by themselves. */
export function askedShow<Name extends string>(show: readonly Name[]): readonly Name[] {
  if (show.some(name => name !== 'ehr_id'))
    throw refused('This datamap shows parties, which have no subject: leave it out of show.')
  return []
}

/** Parties are written at their own addresses. */
export function refuseWriting({ party }: Pick<Datamap, 'party'>): void {
  if (party !== undefined)
    throw refused(
      `This datamap shows parties and is for reading: write them at /openehr/v1/demographic/${party.toLowerCase()}.`,
    )
}
