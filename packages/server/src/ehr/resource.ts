/** Objects of a kind by their address: those of an EHR, or parties, each of which is a record of its own (decision 0100). */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { RIGHTS, type Right } from '../access/index.ts'
import type { Incoming, ParameterDoc, Scope } from '../http/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { EHR_ID } from '../records/documented/index.ts'
import { ehrIdIn } from '../records/uids/index.ts'
import type { Kind } from '../versions/index.ts'
import { isParty, recordOfParty } from '../versions/parties/index.ts'

/** The scope of an operation, or the right that is enough for it. */
export interface Access {
  readonly scope: Scope
  readonly right: Right
}

export interface ObjectResource {
  readonly kind: Kind
  /** The path of the objects, such as `/ehr/{ehr_id}/composition`. */
  readonly path: `/${string}`
  readonly name: string
  /** The beginning of operation ids; others have those of accounts and their roles. */
  readonly operation: string
  /** The group in the API description. */
  readonly tag: string
  readonly access: Readonly<Record<'create' | 'read' | 'change' | 'remove', Access>>
}

export const RECORD_ACCESS: ObjectResource['access'] = {
  create: { scope: 'api.write', right: RIGHTS.createRecord },
  read: { scope: 'api.read', right: RIGHTS.readRecord },
  change: { scope: 'api.write', right: RIGHTS.changeRecord },
  remove: { scope: 'api.write', right: RIGHTS.deleteRecord },
}

export const COMPOSITIONS: ObjectResource = {
  kind: 'COMPOSITION',
  path: '/ehr/{ehr_id}/composition',
  name: 'composition',
  operation: 'composition',
  tag: 'Composition',
  access: RECORD_ACCESS,
}

/** The record of an object: the EHR in the address, or the party itself. */
export const recordIn = (request: Incoming, kind: Kind, objectId: ObjectId): EhrId =>
  isParty(kind) ? recordOfParty(objectId) : ehrIdIn(request)

/** The parameters that name the record. */
export const recordParameters = (kind: Kind): readonly ParameterDoc[] => (isParty(kind) ? [] : [EHR_ID])

/** The owner of an object: its EHR, or of a party this system. */
export const ownerOf = (kind: Kind, ehrId: EhrId, systemId: string): RmObject => ({
  _type: 'OBJECT_REF',
  id: { _type: 'HIER_OBJECT_ID', value: isParty(kind) ? systemId : ehrId },
  namespace: 'local',
  type: isParty(kind) ? 'SYSTEM' : 'EHR',
})
