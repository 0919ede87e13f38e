/** Reads the headers about a commit: `openehr-audit-details`, `openehr-version`, `cairn-episode` (docs/interface.md, section 5.2). */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Caller, Incoming } from '../../http/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type AuditDraft, COMPLETE } from '../../versions/index.ts'
import { codeNamed, type Group, rubric } from '../../versions/printed/index.ts'
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

/** The beginning of all their names: a request has a dozen other headers. */
const FAMILY = 'openehr-'

const PAIRS = /^\s*[A-Za-z_][\w.]*\s*=/

/** Reads all pairs of a family of headers. An attribute in the header's name prefixes the names, or has a value without a name. */
function pairsOf({ headers }: Incoming, names: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const header of Object.keys(headers)) {
    if (!header.startsWith(FAMILY)) continue
    const value = headers[header]
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

/** The members that can hold a code, the most exact first; other servers accept the attribute's code or rubric alone. */
const CODE_PARTS = ['.code_string', '.defining_code.code_string', '', '.value']

function codeIn(pairs: ReadonlyMap<string, string>, attribute: string, group: Group): number | undefined {
  const given = CODE_PARTS.map(part => pairs.get(`${attribute}${part}`)).find(each => each !== undefined)
  if (given === undefined) return undefined
  const code = codeNamed(group, given)
  if (code === undefined)
    throw new Refusal(
      'request.malformed',
      `"${given}" is not a code or rubric of the openEHR group "${group}".`,
    )
  return code
}

/** Makes a PARTY_IDENTIFIED from the pairs about the committer. */
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

/** Names that are allowed; any other is refused, since a misspelt one would otherwise be ignored. */
const KNOWN = new Set([
  // Accepted but not used, since clients send complete AUDIT_DETAILS; this system's id is recorded, as in a contribution.
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
  const episode = episodeUidIn(request)
  if (pairs.size === 0) return episode === undefined ? {} : { episode }
  const unknown = [...pairs.keys()].find(path => !KNOWN.has(path))
  if (unknown !== undefined)
    throw new Refusal('request.malformed', `The commit headers cannot set "${unknown}".`)
  const changeType = codeIn(pairs, 'change_type', 'audit change type')
  const lifecycle = codeIn(pairs, 'lifecycle_state', 'version lifecycle state')
  const description = pairs.get('description.value') ?? pairs.get('description')
  const committer = committerIn(pairs)
  return {
    ...(changeType === undefined ? {} : { changeType }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(description ? { description } : {}),
    ...(committer === undefined ? {} : { committer }),
    ...(episode === undefined ? {} : { episode }),
  }
}

/**
 * The person who is signed in is the committer, else the client. A token of a foreign issuer that names nobody in words may be that of
 * a program, so its client stays the committer.
 */
const callerAsCommitter = ({ clientId, person, personName }: Caller): RmObject =>
  person === undefined || personName === undefined
    ? { _type: 'PARTY_IDENTIFIED', name: clientId }
    : {
        _type: 'PARTY_IDENTIFIED',
        name: personName,
        external_ref: {
          _type: 'PARTY_REF',
          id: { _type: 'GENERIC_ID', value: person, scheme: 'person_id' },
          namespace: 'local',
          type: 'PERSON',
        },
      }

/** A client without a person says who commits; a person commits in their own name, and a record must not say otherwise. */
export function checkedCommitter(given: RmObject | undefined, caller: Caller): RmObject {
  const own = callerAsCommitter(caller)
  if (given === undefined || caller.personName === undefined) return given ?? own
  if (given['name'] !== own['name'])
    throw new Refusal(
      'request.malformed',
      'The committer is the person who is signed in: leave the committer out, or name that person.',
    )
  return own
}

const dvText = (value: string): RmObject => ({ _type: 'DV_TEXT', value })

/** The committer that the headers name, or the caller. */
export const committerOf = (headers: CommitHeaders, caller: Caller): RmObject =>
  checkedCommitter(headers.committer, caller)

/** Makes the audit of a change; `allowed` are the change types of the operation, the usual one first. */
export function auditOf(headers: CommitHeaders, caller: Caller, allowed: readonly number[]): AuditDraft {
  const changeType = headers.changeType ?? allowed[0] ?? 0
  if (!allowed.includes(changeType))
    throw new Refusal(
      'request.malformed',
      `The change type "${rubric('audit change type', changeType)}" is not possible in this operation.`,
    )
  return {
    changeType,
    committer: committerOf(headers, caller),
    description: dvText(headers.description ?? rubric('audit change type', changeType)),
  }
}

/** Returns the lifecycle state of a version with data; throws if it is not one of `allowed`. */
export function lifecycleOf({ lifecycle = COMPLETE }: CommitHeaders, allowed: readonly number[]): number {
  if (allowed.includes(lifecycle)) return lifecycle
  throw new Refusal(
    'request.malformed',
    `The lifecycle state "${rubric('version lifecycle state', lifecycle)}" is not possible in this operation.`,
  )
}
