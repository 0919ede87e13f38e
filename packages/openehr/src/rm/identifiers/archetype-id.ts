/** Archetype identifiers, of ADL 1.4 and of ADL 2, and the node codes inside archetypes. */
import { malformed } from './malformed.ts'

export interface ArchetypeId {
  /** ADL 2 only: `org.example` of `org.example::openEHR-EHR-…`. */
  readonly namespace?: string
  /** `openEHR`. */
  readonly originator: string
  /** `EHR`. */
  readonly model: string
  /** `OBSERVATION`. */
  readonly entity: string
  /** `lab_result-cholesterol`: concept and, after hyphens, its specialisations. */
  readonly concept: string
  /** `cholesterol`, outermost first. */
  readonly specialisations: readonly string[]
  /** `1`, `1draft`, `1.2.3`, `1.0.0-rc.2`: what stands after the `v`. */
  readonly version: string
  readonly major: number
}

const ARCHETYPE_ID =
  /^(?:([A-Za-z0-9][\w.-]*)::)?([A-Za-z]\w*)-([A-Za-z]\w*)-([A-Za-z]\w*)\.(\p{L}[\p{L}\p{N}_-]*)\.v((\d+)(?:draft)?(?:\.\d+){0,2}(?:(?:-[A-Za-z]+|\+u)(?:\.?\d+)?)?)$/u

/** The form of nearly every id. Without Unicode classes and groups it takes a quarter of the time. */
const PLAIN = /^[A-Za-z]\w*-[A-Za-z]\w*-[A-Za-z]\w*\.[A-Za-z][\w-]*\.v\d+$/

export const isArchetypeId = (text: string): boolean => PLAIN.test(text) || ARCHETYPE_ID.test(text)

export function parseArchetypeId(text: string): ArchetypeId {
  const match = ARCHETYPE_ID.exec(text)
  if (match === null) return malformed('ARCHETYPE_ID', text, 'publisher-model-CLASS.concept.v1')
  const [, namespace, originator = '', model = '', entity = '', concept = '', version = '', major] = match
  return {
    ...(namespace === undefined ? {} : { namespace }),
    originator,
    model,
    entity,
    concept,
    specialisations: concept.split('-').slice(1),
    version,
    major: Number(major),
  }
}

export const printArchetypeId = (id: Omit<ArchetypeId, 'specialisations' | 'major'>): string =>
  `${id.namespace === undefined ? '' : `${id.namespace}::`}${id.originator}-${id.model}-${id.entity}.${id.concept}.v${id.version}`

/** at-code or id-code, with its specialisation levels: `at0004`, `at0004.1`, `id5`. */
export const isNodeCode = (text: string): boolean => NODE_CODE.test(text)

const NODE_CODE = /^(?:at|id)\d+(?:\.\d+)*$/

/** True for a valid `archetype_node_id`: a node code, or the id of an archetype at its root. */
export const isNodeId = (text: string): boolean => isNodeCode(text) || isArchetypeId(text)
