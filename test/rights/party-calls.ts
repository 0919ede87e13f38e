/** Parties of two templates, and for each operation on parties a call about one of them. */
import { randomUUID } from 'node:crypto'
import { partyOpt } from '../../packages/openehr/fixtures/party-templates.ts'
import { KINDS, type PartyName, party, partyRef } from '../demographic/parties.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { idOf } from '../records.ts'
import type { Answer } from '../server.ts'
import type { Place, Prepared } from './place.ts'

type Call = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

const OPERATION = /^(versioned_party|demographic)_/

export const isPartyOperation = (operationId: string): boolean => OPERATION.test(operationId)

/** A party of its own for each call; operations on any kind are about a person. */
interface Made {
  readonly kind: PartyName
  readonly uid: string
  readonly contribution: string
  readonly data: unknown
}

const json = { 'Content-Type': 'application/json' }

/** Ending of an operation id → its input beside the values of its path. */
const CALLS: Readonly<Record<string, (made: Made, permission: string) => Partial<Prepared>>> = {
  contribution_create: (made, permission) => ({ headers: json, body: contributionOf(made, permission) }),
  _create: ({ data }) => ({ headers: json, body: data }),
  tags_update: () => ({ headers: json, body: [{ key: 'seen' }] }),
  tags_delete: () => ({}),
  _update: ({ uid, data }) => ({ headers: { ...json, 'If-Match': `"${uid}"` }, body: data }),
  _delete: ({ uid }) => ({ parameters: { uid_based_id: uid } }),
}

const contributionOf = ({ data, uid }: Made, permission: string) =>
  contribution([
    permission === 'c'
      ? version({ change: 'creation', data })
      : permission === 'u'
        ? version({ change: 'modification', data, preceding: uid })
        : version({ change: 'deleted', preceding: uid }),
  ])

export async function makeParties(call: Call) {
  for (const kind of KINDS)
    for (const name of ['Mine', 'Other'])
      await call(
        'POST /openehr/v1/definition/template/adl1.4',
        partyOpt(kind.toUpperCase(), `${name}.${kind}.v1`),
        { 'Content-Type': 'application/xml' },
      )
  // In another namespace: whoever may write roles alone refers to no person of this server.
  const performer = { ...partyRef('PERSON', randomUUID()), namespace: 'hospital' }
  const templateOf = (kind: PartyName, { template }: Place): string =>
    `${{ mine: 'Mine', other: 'Other', none: 'Never' }[template]}.${kind}.v1`

  const make = async (kind: PartyName, place: Place): Promise<Made> => {
    const more = kind === 'role' ? { performer } : {}
    const data = party(kind, `${place.ehr} ${place.template}`, more, templateOf(kind, place))
    if (place.template === 'none' || place.ehr === 'none')
      return { kind, uid: `${randomUUID()}::cairn.local::1`, contribution: randomUUID(), data }
    const uid = idOf(await call(`POST /openehr/v1/demographic/${kind}`, data))
    const id = uid.slice(0, 36)
    await call(`PUT /openehr/v1/demographic/${kind}/${id}/tags`, [{ key: 'seen', value: 'yes' }])
    const stored = await call(`GET /openehr/v1/demographic/versioned_party/${id}/version`)
    return { kind, uid, contribution: stored.json().contribution.id.value, data }
  }

  return async (
    operationId: string,
    place: Place,
    permission: string,
  ): Promise<Prepared & { readonly marks: readonly string[] }> => {
    const made = await make(
      KINDS.find(kind => operationId.startsWith(`demographic_${kind}_`)) ?? 'person',
      place,
    )
    const [, input] = Object.entries(CALLS).find(([ending]) => operationId.endsWith(ending)) ?? []
    const { parameters, ...rest } = input?.(made, permission) ?? {}
    const id = made.uid.slice(0, 36)
    return {
      ...rest,
      marks: [id, made.contribution],
      parameters: {
        uid_based_id: id,
        versioned_object_uid: id,
        version_uid: made.uid,
        contribution_uid: made.contribution,
        key: 'seen',
        ...parameters,
      },
    }
  }
}
