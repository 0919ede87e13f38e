/** Every write to a party, each with its event in the audit trail, which has the party where it has the EHR of a record. */
import { objectOf } from '../admin/records.ts'
import { KINDS, type PartyName, party, partyRef, uploadPartyTemplates } from '../demographic/parties.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { idOf } from '../records.ts'
import type { RunningServer } from '../server.ts'
import type { WriteEvents } from './write-events.ts'

const ROOT = '/openehr/v1/demographic'

async function writeParty(
  { created, write }: WriteEvents,
  kind: PartyName,
  performer: string,
): Promise<void> {
  const at = `${ROOT}/${kind}`
  const body = (name: string) =>
    party(kind, name, kind === 'role' ? { performer: partyRef('PERSON', performer) } : {})
  const first = idOf(await created({ operation: `POST ${at}`, target: at, body: body('a') }))
  const ehrId = objectOf(first)
  const second = idOf(
    await write({
      operation: `PUT ${at}/{uid_based_id}`,
      target: `${at}/${ehrId}`,
      body: body('b'),
      headers: { 'If-Match': first },
      ehrId,
      commits: true,
    }),
  )
  const tags = `${at}/${ehrId}/tags`
  const tag = [{ key: 'a', value: '1' }]
  await write({ operation: `PUT ${at}/{uid_based_id}/tags`, target: tags, body: tag, ehrId })
  await write({ operation: `DELETE ${at}/{uid_based_id}/tags/{key}`, target: `${tags}/a`, ehrId })
  await write({ operation: `DELETE ${at}/{uid_based_id}`, target: `${at}/${second}`, ehrId, commits: true })
}

/** Before the buffer is blocked. */
export async function preparePerson(server: RunningServer): Promise<string> {
  await uploadPartyTemplates(server)
  const made = await server.call(`POST ${ROOT}/person`, {
    scopes: 'api.admin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(party('person', 'Performer')),
  })
  return objectOf(idOf(made))
}

async function mergePeople({ created, write }: WriteEvents): Promise<void> {
  const at = `${ROOT}/person`
  const make = async (name: string) =>
    objectOf(idOf(await created({ operation: `POST ${at}`, target: at, body: party('person', name) })))
  const [into, from] = [await make('m'), await make('n')]
  const merges = '/extra/v1/person/merge'
  await write({ operation: `POST ${merges}`, target: merges, body: { into, from }, ehrId: into })
  await write({ operation: `DELETE ${merges}/{person_uid}`, target: `${merges}/${from}`, ehrId: into })
}

async function eraseParty({ created, write }: WriteEvents): Promise<void> {
  const at = `${ROOT}/person`
  const ehrId = objectOf(
    idOf(await created({ operation: `POST ${at}`, target: at, body: party('person', 'e') })),
  )
  const admin = '/openehr/v1/admin/party'
  await write({ operation: `DELETE ${admin}/{versioned_object_uid}`, target: `${admin}/${ehrId}`, ehrId })
}

export async function writeParties(events: WriteEvents, performer: string): Promise<void> {
  for (const kind of KINDS) await writeParty(events, kind, performer)
  await eraseParty(events)
  await mergePeople(events)
  await events.created({
    operation: `POST ${ROOT}/contribution`,
    target: `${ROOT}/contribution`,
    body: contribution([version({ change: 'creation', data: party('person', 'c') })]),
    isContribution: true,
  })
  const definition = '/extra/v1/person-definition'
  const target = `${definition}/openEHR-DEMOGRAPHIC-PERSON.person.v1`
  const paths = { name: ['/identities/details/items/value/value'] }
  await events.write({ operation: `PUT ${definition}/{archetype_id}`, target, body: paths })
  await events.write({ operation: `DELETE ${definition}/{archetype_id}`, target })
}
