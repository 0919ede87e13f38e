/** What a client says of its commit in headers: `openehr-audit-details`, `openehr-version`, `cairn-episode`. */

import type { RmObject } from '@cairn/openehr/rm'
import type { Caller, Incoming } from '../http/index.ts'
import type { ObjectId } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import { type AuditDraft, COMPLETE, codeNamed, type Group, rubric } from '../versions/index.ts'
import { episodeUidIn } from './episode-header.ts'
import { headerText, parseHeaderList, unquoted } from './header-list.ts'

export interface CommitHeaders {
  readonly changeType?: number
  readonly lifecycle?: number
  readonly description?: string
  readonly committer?: RmObject
  /** Uid of the episode that compositions belong to. */
  readonly episode?: ObjectId
}

/** openEHR REST 1.0.3 puts the attribute into the name of the header, 1.1.0 into its value. */
const AUDIT_NAMES = ['openehr-audit-details', 'openehr-audit_details']
const VERSION_NAMES = ['openehr-version']

const PAIRS = /^\s*[A-Za-z_][\w.]*\s*=/

/** All pairs of a family of headers. An attribute in the header's name goes before them, or has a bare value. */
function pairsOf({ headers }: Incoming, names: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const [header, value] of Object.entries(headers)) {
    const name = names.find(each => header === each || header.startsWith(`${each}.`))
    if (name === undefined || value === undefined) continue
    const attribute = header === name ? '' : header.slice(name.length + 1)
    for (const text of [value].flat().map(headerText)) {
      if (attribute !== '' && !PAIRS.test(text)) {
        pairs.set(attribute, unquoted(text))
        continue
      }
      for (const item of parseHeaderList(text, header))
        for (const [path, given] of item) pairs.set(attribute === '' ? path : `${attribute}.${path}`, given)
    }
  }
  return pairs
}

/** The parts that can name a code, the most exact first; other servers take the attribute's bare code or rubric. */
const CODE_PARTS = ['.code_string', '.defining_code.code_string', '', '.value']

function codeIn(pairs: ReadonlyMap<string, string>, attribute: string, group: Group): number | undefined {
  const given = CODE_PARTS.map(part => pairs.get(`${attribute}${part}`)).find(each => each !== undefined)
  if (given === undefined) return undefined
  const code = codeNamed(group, given)
  if (code === undefined)
    throw new Refusal('request.malformed', `"${given}" is no code or rubric of the openEHR group "${group}".`)
  return code
}

/** A PARTY_IDENTIFIED of what is said about the committer. */
function committerIn(pairs: ReadonlyMap<string, string>): RmObject | undefined {
  const name = pairs.get('committer.name')
  const id = pairs.get('committer.external_ref.id') ?? pairs.get('committer.external_ref.id.value')
  if (name === undefined && id === undefined) return undefined
  const reference = id !== undefined && {
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: id, scheme: pairs.get('committer.external_ref.id.scheme') ?? 'id' },
      namespace: pairs.get('committer.external_ref.namespace') ?? 'local',
      type: pairs.get('committer.external_ref.type') ?? 'PERSON',
    },
  }
  return { _type: 'PARTY_IDENTIFIED', ...(name === undefined ? {} : { name }), ...(reference || {}) }
}

/** What can be said; anything else is a mistake that would go unnoticed. */
const KNOWN = new Set([
  // Taken, since clients send AUDIT_DETAILS as a whole; recorded is this system, as in a contribution.
  'system_id',
  'change_type',
  'change_type.code_string',
  'change_type.value',
  'change_type.terminology_id',
  'change_type.defining_code.code_string',
  'change_type.defining_code.terminology_id',
  'change_type.defining_code.terminology_id.value',
  'description',
  'description.value',
  'committer.name',
  'committer.external_ref.id',
  'committer.external_ref.id.value',
  'committer.external_ref.id.scheme',
  'committer.external_ref.namespace',
  'committer.external_ref.type',
  'lifecycle_state',
  'lifecycle_state.code_string',
  'lifecycle_state.value',
  'lifecycle_state.terminology_id',
  'lifecycle_state.defining_code.code_string',
  'lifecycle_state.defining_code.terminology_id',
  'lifecycle_state.defining_code.terminology_id.value',
])

export function commitHeadersIn(request: Incoming): CommitHeaders {
  const pairs = new Map([...pairsOf(request, AUDIT_NAMES), ...pairsOf(request, VERSION_NAMES)])
  const unknown = [...pairs.keys()].find(path => !KNOWN.has(path))
  if (unknown !== undefined)
    throw new Refusal('request.malformed', `The commit headers cannot set "${unknown}".`)
  const changeType = codeIn(pairs, 'change_type', 'audit change type')
  const lifecycle = codeIn(pairs, 'lifecycle_state', 'version lifecycle state')
  const description = pairs.get('description.value') ?? pairs.get('description')
  const committer = committerIn(pairs)
  const episode = episodeUidIn(request)
  return {
    ...(changeType === undefined ? {} : { changeType }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(description ? { description } : {}),
    ...(committer === undefined ? {} : { committer }),
    ...(episode === undefined ? {} : { episode }),
  }
}

/** The token's client committed it, where nobody else is named. */
export const clientAsCommitter = ({ clientId }: Caller): RmObject => ({
  _type: 'PARTY_IDENTIFIED',
  name: clientId,
})

const text = (value: string): RmObject => ({ _type: 'DV_TEXT', value })

/** Who a commit is by: whom its headers name, or the client. */
export const committerOf = (headers: CommitHeaders, caller: Caller): RmObject =>
  headers.committer ?? clientAsCommitter(caller)

/** The audit of a change; `fitting` are the change types that the operation allows, the usual one first. */
export function auditOf(headers: CommitHeaders, caller: Caller, fitting: readonly number[]): AuditDraft {
  const changeType = headers.changeType ?? fitting[0] ?? 0
  if (!fitting.includes(changeType))
    throw new Refusal(
      'request.malformed',
      `The change type "${rubric('audit change type', changeType)}" does not fit this operation.`,
    )
  return {
    changeType,
    committer: committerOf(headers, caller),
    description: text(headers.description ?? rubric('audit change type', changeType)),
  }
}

/** The lifecycle state of a version with data; `fitting` are those that it may be in. */
export function lifecycleOf({ lifecycle = COMPLETE }: CommitHeaders, fitting: readonly number[]): number {
  if (fitting.includes(lifecycle)) return lifecycle
  throw new Refusal(
    'request.malformed',
    `The lifecycle state "${rubric('version lifecycle state', lifecycle)}" does not fit this operation.`,
  )
}
