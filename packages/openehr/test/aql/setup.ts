/** The setup steps of the AQL corpus, done in memory: what a server would hold after them. */

import { corpusFile } from '../../fixtures/corpus.ts'
import type { EhrData } from '../../src/aql/index.ts'
import { isRmObject, type RmObject } from '../../src/rm/index.ts'

export interface SetupStep {
  readonly op: string
  readonly '#': number
  readonly file?: string
  readonly format?: string
  readonly ehr?: string
  readonly ehr_status?: string
  readonly version_uid?: string
  readonly if_match?: string
  readonly substitute_vars?: boolean
  readonly vars?: Readonly<Record<string, string>>
}

/** A composition in FLAT format → canonical, by the template that was uploaded for it. */
export type ReadFlat = (flat: string, opts: readonly string[]) => RmObject

export const SYSTEM = 'local.ehrbase.org'

type Mutable = { ehr_id: string; system_id: string; time_created: string; versions: RmObject[] }

interface State {
  readonly ehrs: Mutable[]
  /** `{{composition.1.uid}}` and what it stands for. */
  readonly names: Map<string, string>
  readonly opts: string[]
  readonly taken: Set<string>
  count: number
}

export interface Setup {
  readonly ehrs: readonly EhrData[]
  /** Replaces `{{…}}` in a text. */
  readonly fill: (text: string) => string
}

export function setUp(steps: readonly SetupStep[], readFlat: ReadFlat): Setup {
  const state: State = {
    ehrs: [],
    names: new Map([['system_id', SYSTEM]]),
    opts: [],
    taken: new Set(),
    count: 0,
  }
  for (const step of steps) {
    const run = STEPS[step.op]
    if (!run) throw new Error(`unknown setup step ${step.op}`)
    run(state, step, readFlat)
  }
  return { ehrs: state.ehrs, fill: text => fill(state, text) }
}

const fill = (state: State, text: string): string =>
  text.replace(/\{\{([\w.]+)\}\}/g, (whole, name: string) => state.names.get(name) ?? whole)

const resource = (file: string): string => corpusFile(`integration-tests/${file}`)
const json = (text: string): RmObject => JSON.parse(text) as RmObject

/** In ascending order, so that ORDER BY an id is the order of creation, as the expected rows have it. */
const nextUuid = (state: State): string => {
  state.count += 1
  return `${state.count.toString(16).padStart(8, '0')}-5c2e-4f1b-9d0a-3f7e6b1c2d4a`
}

const nextTime = (state: State): string => {
  state.count += 1
  return `2026-01-01T10:${String(Math.floor(state.count / 60)).padStart(2, '0')}:${String(state.count % 60).padStart(2, '0')}Z`
}

const ehrOf = (state: State, step: SetupStep): Mutable => {
  const found = state.ehrs.find(ehr => ehr.ehr_id === fill(state, step.ehr ?? ''))
  if (!found) throw new Error(`no EHR ${step.ehr}`)
  return found
}

const text = (value: unknown, ...path: readonly string[]): string | undefined => {
  let found = value
  for (const name of path) found = (found as Record<string, unknown> | undefined)?.[name]
  return typeof found === 'string' ? found : undefined
}

const CHANGES = {
  creation: { value: 'creation', code: '249' },
  modification: { value: 'modification', code: '251' },
  deleted: { value: 'deleted', code: '523' },
} as const

const coded = (value: string, code: string): RmObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: code,
    preferred_term: value,
  },
})

function commit(
  state: State,
  ehr: Mutable,
  uid: string,
  change: keyof typeof CHANGES,
  data?: RmObject,
  audit: RmObject = {},
): void {
  const id = { _type: 'OBJECT_VERSION_ID', value: uid }
  ehr.versions.push({
    _type: 'ORIGINAL_VERSION',
    uid: id,
    contribution: {
      _type: 'OBJECT_REF',
      namespace: 'local',
      type: 'CONTRIBUTION',
      id: { _type: 'HIER_OBJECT_ID', value: nextUuid(state) },
    },
    commit_audit: {
      _type: 'AUDIT_DETAILS',
      system_id: SYSTEM,
      time_committed: { _type: 'DV_DATE_TIME', value: nextTime(state) },
      change_type: coded(CHANGES[change].value, CHANGES[change].code),
      committer: { _type: 'PARTY_IDENTIFIED', name: 'EHRbase Internal corpus-user' },
      ...(isRmObject(audit['description']) && { description: audit['description'] }),
    },
    lifecycle_state: change === 'deleted' ? coded('deleted', '523') : coded('complete', '532'),
    ...(data && { data: { ...data, uid: id } }),
  })
}

/** The object id that the data bring, if nobody has it yet, else a new one. */
function objectId(state: State, data: RmObject): string {
  const given = text(data, 'uid', 'value')?.split('::')[0]
  const id = given !== undefined && !state.taken.has(given) ? given : nextUuid(state)
  state.taken.add(id)
  return id
}

const latestUid = (ehr: Mutable, object: string): string | undefined =>
  ehr.versions
    .map(version => text(version, 'uid', 'value') ?? '')
    .findLast(uid => uid.startsWith(`${object}::`))

/** Commits the next version of an object. */
function follow(
  state: State,
  ehr: Mutable,
  object: string,
  change: 'modification' | 'deleted',
  data?: RmObject,
): string {
  const number = Number(latestUid(ehr, object)?.split('::')[2] ?? 0) + 1
  const uid = `${object}::${SYSTEM}::${number}`
  commit(state, ehr, uid, change, data)
  return uid
}

const STEPS: Readonly<Record<string, (state: State, step: SetupStep, readFlat: ReadFlat) => void>> = {
  upload_opt: (state, step) => {
    state.opts.push(`integration-tests/${step.file}`)
  },

  create_ehr: (state, step) => {
    const subject = nextUuid(state)
    const raw = json(resource(step.ehr_status ?? '').replace('__AUTO-GENRATED-BY-TEST__', subject))
    const ehr: Mutable = {
      ehr_id: nextUuid(state),
      system_id: SYSTEM,
      time_created: nextTime(state),
      versions: [],
    }
    state.ehrs.push(ehr)
    const uid = `${nextUuid(state)}::${SYSTEM}::1`
    commit(state, ehr, uid, 'creation', { _type: 'EHR_STATUS', ...raw })
    const name = `ehr.${step['#']}`
    state.names.set(`${name}.id`, ehr.ehr_id)
    state.names.set(`${name}.status_uid`, uid)
    state.names.set(`${name}.time_created`, ehr.time_created)
    state.names.set(`${name}.subject_id`, text(raw, 'subject', 'external_ref', 'id', 'value') ?? '')
    state.names.set(`${name}.subject_namespace`, text(raw, 'subject', 'external_ref', 'namespace') ?? '')
  },

  update_ehr_status: (state, step) => {
    const ehr = ehrOf(state, step)
    const status = ehr.versions.find(version => text(version, 'data', '_type') === 'EHR_STATUS')
    const object = text(status, 'uid', 'value')?.split('::')[0] ?? ''
    follow(state, ehr, object, 'modification', { _type: 'EHR_STATUS', ...json(resource(step.file ?? '')) })
  },

  create_composition: (state, step, readFlat) => {
    const raw = resource(step.file ?? '')
    const data = step.format === 'FLAT' ? readFlat(raw, state.opts) : json(raw)
    const object = objectId(state, data)
    const uid = `${object}::${SYSTEM}::1`
    commit(state, ehrOf(state, step), uid, 'creation', data)
    state.names.set(`composition.${step['#']}.uid`, object)
    state.names.set(`composition.${step['#']}.version_uid`, uid)
  },

  update_composition: (state, step) => {
    const object = fill(state, step.if_match ?? '').split('::')[0] ?? ''
    const uid = follow(state, ehrOf(state, step), object, 'modification', json(resource(step.file ?? '')))
    state.names.set(`update.${step['#']}.version_uid`, uid)
  },

  delete_composition: (state, step) => {
    const object = fill(state, step.version_uid ?? '').split('::')[0] ?? ''
    follow(state, ehrOf(state, step), object, 'deleted')
  },

  create_directory: (state, step) => {
    const vars = step.vars ?? {}
    const raw = resource(step.file ?? '').replace(/\$\{(\w+)\}/g, (whole, name: string) =>
      fill(state, vars[name] ?? whole),
    )
    const data = json(step.substitute_vars ? raw : resource(step.file ?? ''))
    const uid = `${objectId(state, data)}::${SYSTEM}::1`
    commit(state, ehrOf(state, step), uid, 'creation', data)
    state.names.set(`directory.${step['#']}.version_uid`, uid)
  },

  create_contribution: (state, step) => {
    const { versions } = json(resource(step.file ?? ''))
    for (const version of versions as readonly RmObject[]) {
      const data = version['data'] as RmObject
      commit(
        state,
        ehrOf(state, step),
        `${objectId(state, data)}::${SYSTEM}::1`,
        'creation',
        data,
        version['commit_audit'] as RmObject,
      )
    }
  },
}
