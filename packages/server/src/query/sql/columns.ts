/** Attributes of an EHR and of a VERSION, which have columns of their own or stand in the envelope. */

import { baseType, concreteTypes, parseDateTime, rmClass } from '@cairn-ehr/openehr/rm'
import { open } from '../../access/index.ts'
import { identifier, joined, q, value } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import { notPushed } from '../plan/not-pushed.ts'
import { primitiveKind, temporalKind } from '../plan/paths/values.ts'
import { type Kind, type Operand, textOperand } from './operand.ts'

/** Seconds from the beginning of our count to that of PostgreSQL's `epoch`. */
const EPOCH = parseDateTime('1970-01-01T00:00:00Z')?.whole ?? 0

/** A moment as the service writes it, with milliseconds. */
const momentText = (moment: Fragment): Fragment =>
  q`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`

/** The same as a number to compare by; milliseconds are all that the text has. */
const momentKey = (moment: Fragment): Fragment =>
  q`to_jsonb(extract(epoch from date_trunc('milliseconds', ${moment})) + ${EPOCH})`

const moment = (text: Fragment, of: Fragment): Operand => ({
  ...textOperand(text),
  kinds: new Set<Kind>(['dateTime']),
  key: () => momentKey(of),
  string: () => text,
})

const TIME_COMMITTED = ['commit_audit', 'time_committed', 'value']

/** A date as a whole compares as its value does, and shows as an object. */
const asNamed = (operand: Operand, names: readonly string[]): Operand =>
  names.at(-1) === 'value' ? operand : { ...operand, classes: new Set(['DV_DATE_TIME']), json: undefined }

/** The SQL of an attribute of an EHR; `table` is the alias of `cairn.ehr`, which is joined only if it is needed. */
export function ehrOperand(names: readonly string[], ehrId: Fragment, table: () => string): Operand {
  switch (names.join('/')) {
    case 'ehr_id/value':
      return textOperand(q`${ehrId}::text`, { id: ehrId })
    case 'system_id/value':
      return textOperand(identifier(`${table()}.system_id`))
    case 'time_created/value':
    case 'time_created': {
      const created = identifier(`${table()}.created_at`)
      // EHRs are made with milliseconds, so the column is in the order of the key.
      return asNamed({ ...moment(momentText(created), created), indexed: created }, names)
    }
    default:
      return notPushed(`${names.join('/')} of an EHR`)
  }
}

/** The SQL of an attribute of a VERSION; `alias` is that of `cairn.version`. */
export function versionOperand(names: readonly string[], alias: string): Operand {
  const of = (column: string) => identifier(`${alias}.${column}`)
  const uid = (number: Fragment) => q`${of('object_id')} || '::' || ${of('system_id')} || '::' || ${number}`
  switch (names.join('/')) {
    case 'uid/value':
      return textOperand(uid(of('version')), { isUid: true })
    case 'preceding_version_uid/value':
      return textOperand(q`case when ${of('version')} > 1 then ${uid(q`(${of('version')} - 1)`)} end`, {
        isUid: true,
      })
    case 'contribution/id/value':
      return textOperand(q`${of('contribution_id')}::text`)
    case 'commit_audit/time_committed/value':
    case 'commit_audit/time_committed':
      return asNamed(moment(inEnvelope(alias, TIME_COMMITTED), of('committed_at')), names)
    default:
      return envelopeOperand(names, alias)
  }
}

/** Not the row itself: those of a shard and of parties have types of their own. */
const envelopeColumns = (alias: string): Fragment =>
  joined(
    ['envelope', 'template_key', 'system_id', 'committed_at', 'change_type', 'lifecycle'].map(name =>
      identifier(`${alias}.${name}`),
    ),
    ', ',
  )

const inEnvelope = (alias: string, names: readonly string[]): Fragment =>
  q`${open.envelope_of}(${envelopeColumns(alias)}) #>> array[${joined(
    names.map(name => value('text', () => name)),
    ', ',
  )}]`

const IN_ENVELOPE = new Set(['commit_audit', 'lifecycle_state', 'signature'])

function envelopeOperand(names: readonly string[], alias: string): Operand {
  const [first = ''] = names
  if (!IN_ENVELOPE.has(first)) return notPushed(`${names.join('/')} of a VERSION`)
  let owners: ReadonlySet<string> = new Set(['ORIGINAL_VERSION'])
  for (const name of names) owners = typesBelow(owners, name)
  const kinds = new Set([...owners].map(primitiveKind))
  if (kinds.size !== 1 || !kinds.has('text')) return notPushed(`${names.join('/')} of a VERSION`)
  return textOperand(inEnvelope(alias, names))
}

/** Types of an attribute in a class or those below it; a list is left to the evaluator, as are dates. */
function typesBelow(owners: ReadonlySet<string>, attribute: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const owner of owners)
    for (const name of [owner, ...concreteTypes(owner)]) {
      const own = rmClass(name)?.attributes.get(attribute)
      if (!own) continue
      if (own.container || (attribute === 'value' && temporalKind(baseType(name))))
        notPushed(`${attribute} of ${name} in a VERSION`)
      found.add(own.type)
    }
  return found
}
