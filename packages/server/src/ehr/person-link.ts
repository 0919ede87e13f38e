/** The person of an EHR: the header that links them, and the one that asks for it (decision 0108). */
import { allows, partyRight } from '../access/index.ts'
import type { Caller, Incoming, ParameterDoc } from '../http/index.ts'
import { type EhrId, type ObjectId, readObjectId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Companion } from '../versions/index.ts'
import { findSurvivor, linkPerson, lockPerson, requireAgreement } from '../versions/parties/index.ts'

const NAME = 'cairn-person-uid'

/** The second is the name of another service for the same header. */
const NAMES = [NAME, 'cadasto-person-uid'] as const

export const PERSON_HEADER: ParameterDoc = {
  name: NAME,
  in: 'header',
  description:
    'Uid of the PERSON that the EHR is about, without a version. The commit links them: a person has one EHR at most, and an EHR one person. The name `cadasto-person-uid` is taken too.',
  schema: { type: 'string', format: 'uuid' },
}

export const INCLUDE_PERSON: ParameterDoc = {
  name: `include-${NAME}`,
  in: 'header',
  description: `Any value: the answer has the header \`${NAME}\`, if the EHR is linked to a person. The name \`include-cadasto-person-uid\` is taken too.`,
  schema: { type: 'string' },
}

export const PERSON_UID: ParameterDoc = {
  name: 'person_uid',
  in: 'query',
  description: 'Uid of the PERSON that the EHR is linked to, instead of a subject.',
  schema: { type: 'string', format: 'uuid' },
}

const headerOf = ({ headers }: Incoming, name: string): string | undefined => {
  const given = headers[name]
  return given === undefined ? undefined : [given].flat().join(',').trim()
}

/** A uid of a version is malformed: the link is to the person, whatever its versions. */
export function personUid(text: string, where: string): ObjectId {
  const uid = readObjectId(text)
  if (uid === undefined)
    throw new Refusal(
      'id.malformed',
      `${where} must be the uid of a PERSON, which is a UUID without a version.`,
    )
  return uid
}

/** The person to link; undefined without the header. */
export function personUidIn(request: Incoming): ObjectId | undefined {
  for (const name of NAMES) {
    const given = headerOf(request, name)
    if (given !== undefined) return personUid(given, `The header ${name}`)
  }
  return undefined
}

/** The name of the header to answer with; undefined if the caller does not ask for the person. */
export const askedPersonHeader = (request: Incoming): string | undefined =>
  NAMES.find(name => headerOf(request, `include-${name}`))

/** Rights on records alone reveal no person, not even that one with this uid exists. */
export function requirePersonRight({ rights, limitedRights, scopes }: Caller): void {
  const isAdmin = rights === undefined && scopes.has('api.admin')
  if (isAdmin || (limitedRights && allows(limitedRights, partyRight('person', 'r')))) return
  throw new Refusal(
    'auth.right_denied',
    'The person of an EHR needs a right to read people: the scope person-*.r, or api.admin.',
  )
}

/** Links the person in the transaction of the commit. `subject`: the PERSON that the EHR_STATUS refers to. */
export function withPerson(
  caller: Caller,
  personId: ObjectId | undefined,
  { ehrId, subject }: { readonly ehrId: EhrId; readonly subject: ObjectId | undefined },
): Companion[] {
  if (personId === undefined) return []
  requirePersonRight(caller)
  return [
    async queries => {
      if (!(await lockPerson(queries, personId)))
        throw new Refusal('person.unknown', `There is no PERSON ${personId}, or it is deleted.`)
      const survivor = await findSurvivor(queries, personId)
      if (survivor !== undefined)
        throw new Refusal('person.merged', `The person ${personId} was merged into ${survivor}.`)
      await linkPerson(queries, personId, ehrId)
      await requireAgreement(queries, ehrId, subject)
    },
  ]
}
