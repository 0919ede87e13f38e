/** Provenance of a record: author, participants, links, and the system that it came from. */
import { type ValueView, valueView } from '../../display/data-value.ts'
import { identifiedParty, type LocalParty, localParty } from '../../display/party-ref.ts'
import { listAt, objectAt, partyName, type RmObject, textAt, typeOf } from '../../display/rm-object.ts'
import type { AttributeLabel, ReadableNode, ReadableOptions, Spot } from './readable-node.ts'

const leafOf = (spot: Spot, label: string, rmType: string, value: ValueView): ReadableNode => ({
  ...spot,
  label,
  kind: 'attribute',
  rmType,
  value,
  children: [],
})

const below = ({ key, path }: Spot, attribute: string, index?: number): Spot => ({
  key: `${key}/${attribute}${index === undefined ? '' : `#${index}`}`,
  path: `${path}/${attribute}`,
})

/** A party by its name, with the id by which another system knows it. The page of a local one has its ids. */
function partyView(party: RmObject, { word }: ReadableOptions): ValueView {
  const reference = objectAt(party, 'external_ref')
  const id = localParty(reference) ? undefined : textAt(objectAt(reference, 'id'), 'value')
  const ids = [id, ...listAt(party, 'identifiers').map(each => textAt(each, 'id'))].filter(Boolean)
  const name = typeOf(party) === 'PARTY_SELF' ? word('Patient') : partyName(party)
  const detail = ids.filter(each => each !== name).join(', ')
  return { kind: 'text', text: name, ...(detail === '' ? {} : { detail }) }
}

function partyOf(identified: RmObject): Pick<ReadableNode, 'party'> {
  const party = identifiedParty(identified)
  return party ? { party } : {}
}

export function authorNodes(options: ReadableOptions, composition: RmObject, spot: Spot): ReadableNode[] {
  const composer = objectAt(composition, 'composer')
  if (!composer) return []
  const leaf = leafOf(
    below(spot, 'composer'),
    options.word('Author'),
    typeOf(composer),
    partyView(composer, options),
  )
  return [{ ...leaf, ...partyOf(composer) }]
}

export function participationNodes(
  options: ReadableOptions,
  owner: RmObject,
  attribute: string,
  spot: Spot,
): ReadableNode[] {
  return listAt(owner, attribute).map((participation, index) => {
    const role = textAt(objectAt(participation, 'function'), 'value')
    const performer = objectAt(participation, 'performer') ?? {}
    const leaf = leafOf(
      below(spot, attribute, index),
      role ?? options.word('Participation'),
      'PARTICIPATION',
      partyView(performer, options),
    )
    return { ...leaf, ...partyOf(performer) }
  })
}

export function linkNodes({ word }: ReadableOptions, owner: RmObject, spot: Spot): ReadableNode[] {
  return listAt(owner, 'links').map((link, index) => {
    const target = textAt(objectAt(link, 'target'), 'value') ?? ''
    const meaning = textAt(objectAt(link, 'meaning'), 'value')
    const value = { kind: 'link', text: target, address: target } as const
    return leafOf(below(spot, 'links', index), meaning ?? word('Link'), 'LINK', value)
  })
}

const SYSTEM_ATTRIBUTES: readonly (readonly [attribute: string, label: AttributeLabel])[] = [
  ['system_id', 'System'],
  ['time', 'Time'],
  ['version_id', 'Version there'],
  ['provider', 'Provider'],
  ['location', 'Location'],
  ['subject', 'Subject'],
]

/** The audit of one system that the data passed through. */
function systemNodes(options: ReadableOptions, audit: RmObject | undefined, spot: Spot): ReadableNode[] {
  return SYSTEM_ATTRIBUTES.flatMap(([attribute, label]) => {
    const value = audit?.[attribute]
    if (value === undefined || value === null) return []
    return [leafOf(below(spot, attribute), options.word(label), '', valueView(value, options.style))]
  })
}

const identifierNodes = (
  options: ReadableOptions,
  audit: RmObject,
  attribute: string,
  spot: Spot,
): ReadableNode[] =>
  listAt(audit, attribute).map((id, index) =>
    leafOf(
      below(spot, attribute, index),
      options.word('Identifier'),
      'DV_IDENTIFIER',
      valueView(id, options.style),
    ),
  )

const groupOf = (spot: Spot, label: string, children: readonly ReadableNode[]): ReadableNode[] =>
  children.length === 0 ? [] : [{ ...spot, label, kind: 'group', rmType: 'FEEDER_AUDIT', children }]

/** FEEDER_AUDIT: the system in which the data were made, and the one that sent them. */
export function originNodes(options: ReadableOptions, owner: RmObject, spot: Spot): ReadableNode[] {
  const audit = objectAt(owner, 'feeder_audit')
  if (!audit) return []
  const at = below(spot, 'feeder_audit')
  const relayed = below(at, 'feeder_system_audit')
  const original = objectAt(audit, 'original_content')
  return groupOf(at, options.word('Origin'), [
    ...systemNodes(
      options,
      objectAt(audit, 'originating_system_audit'),
      below(at, 'originating_system_audit'),
    ),
    ...identifierNodes(options, audit, 'originating_system_item_ids', at),
    ...groupOf(relayed, options.word('Relayed by'), [
      ...systemNodes(options, objectAt(audit, 'feeder_system_audit'), relayed),
      ...identifierNodes(options, audit, 'feeder_system_item_ids', at),
    ]),
    ...(original
      ? [
          leafOf(
            below(at, 'original_content'),
            options.word('Original content'),
            typeOf(original),
            valueView(original, options.style),
          ),
        ]
      : []),
  ])
}

export interface Attestation {
  readonly key: string
  readonly who: string
  /** The same, if it is a party of this server. */
  readonly party: LocalParty | undefined
  readonly time: string
  readonly reason: string
  /** The signature of one is still waited for. */
  readonly isPending: boolean
}

/** Signatures that people added to a version after its commit. */
export function attestationsOf(version: RmObject): Attestation[] {
  return listAt(version, 'attestations').map((attestation, index) => ({
    key: String(index),
    who: partyName(objectAt(attestation, 'committer')),
    party: identifiedParty(objectAt(attestation, 'committer')),
    time: textAt(objectAt(attestation, 'time_committed'), 'value') ?? '',
    reason: textAt(objectAt(attestation, 'reason'), 'value') ?? '',
    isPending: attestation['is_pending'] === true,
  }))
}
