/** The two functions of the engine: a composition to FHIR resources, and a Bundle or resource to compositions. */
import { completeInstance } from '@cairn-ehr/openehr/format'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { type Draft, draftJson } from '../fhir/draft.ts'
import { isJson, isResource, listOf, type Resource } from '../fhir/json.ts'
import { bundleResolver, type FhirNode, resourceNode } from '../fhir/node.ts'
import type { MappingContext } from '../mapping/library.ts'
import type { Trace } from '../mapping/problem.ts'
import { rendered } from '../openehr/target.ts'
import { PUBLISHED_PROGRAMS } from '../programs/index.ts'
import type { Programs } from '../programs/program.ts'
import { conceptMapsOf } from '../values/concept-maps.ts'
import { NO_COMPOSER } from '../values/parties.ts'
import { resourceId } from './ids.ts'
import { startType } from './start-type.ts'
import { type NotedValue, ToFhir } from './to-fhir.ts'
import { ToOpenehr } from './to-openehr.ts'

export interface ToFhirOptions {
  /** IANA zone or offset for times of the composition that have none; UTC unless given. */
  readonly timeZone?: string
  /** Programs beside the published ones, by their `mappingCode`. */
  readonly programs?: Programs
  /** ConceptMap resources that mappings name by URL; their source is FHIR, their target openEHR. */
  readonly conceptMaps?: readonly Resource[]
  /** The FHIR reference of a linked composition; without it links are not mapped. */
  readonly linked?: (ehrUri: string) => string | undefined
}

export interface FhirResult {
  /** Resources of the context's profile; what they refer to is contained in them. */
  readonly resources: readonly Resource[]
  /** For each value, the mapping that made it. */
  readonly trace: readonly Trace[]
}

export function toFhir(
  mappings: MappingContext,
  composition: RmObject,
  options: ToFhirOptions = {},
): FhirResult {
  const programs = { ...PUBLISHED_PROGRAMS, ...options.programs }
  const { timeZone = 'UTC', linked } = options
  const conceptMaps = conceptMapsOf(options.conceptMaps ?? [])
  const run = new ToFhir(mappings, composition, { timeZone, programs, conceptMaps, linked })
  run.map()
  // The id of the object, without system and version: a resource keeps its id in all versions.
  const [uid = ''] = isRmObject(composition['uid']) ? String(composition['uid']['value']).split('::') : []
  const resources: Resource[] = []
  const indexes = new Map<Draft, number>()
  for (const { draft, path } of run.resources)
    for (const resource of resourceFrom(draft, resourceId(uid, path)))
      indexes.set(draft, resources.push(resource) - 1)
  return { resources, trace: run.trace.map(each => traceOf(each, indexes)) }
}

/** Of a value in a contained resource, no index: it has a place of its own. */
function traceOf({ trace, draft }: NotedValue, indexes: ReadonlyMap<Draft, number>): Trace {
  let root = draft
  while (root.parent !== undefined) root = root.parent
  const resource = indexes.get(root)
  return resource === undefined ? trace : { ...trace, resource }
}

/** The resource with its id; resources that it refers to are contained, numbered in the order of the references. */
function resourceFrom(draft: Draft, id: string): readonly Resource[] {
  if (!draft.hasRecordValue) return []
  const contained = new Map<Draft, { readonly id: string; json: unknown }>()
  const refer = (resource: Draft): string => {
    const known = contained.get(resource)
    if (known !== undefined) return `#${known.id}`
    const entry = { id: String(contained.size + 1), json: undefined as unknown }
    contained.set(resource, entry)
    entry.json = draftJson(resource, refer)
    return `#${entry.id}`
  }
  const json = draftJson(draft, refer)
  if (!isResource(json)) return []
  const inner = [...contained.values()].flatMap(entry =>
    isResource(entry.json) ? [numbered(entry.json, entry.id)] : [],
  )
  const { resourceType, ...rest } = json
  return [{ resourceType, id, ...(inner.length === 0 ? {} : { contained: inner }), ...rest }]
}

function numbered({ resourceType, ...rest }: Resource, id: string): Resource {
  return { resourceType, id, ...rest }
}

export interface ToOpenehrOptions {
  /** ISO 8601 time for mandatory times that nothing was mapped to. */
  readonly now: string
  /** ISO 3166-1 alpha-2. */
  readonly territory: string
  /** ISO 639-1; the template's own unless given. */
  readonly language?: string
  /** A PARTY_PROXY, where no mapping gives a composer; a party named FHIRconnect unless given. */
  readonly composer?: RmObject
  readonly programs?: Programs
  /** ConceptMap resources that mappings name by URL; their source is FHIR, their target openEHR. */
  readonly conceptMaps?: readonly Resource[]
  /** The EHR URI of the composition that a referenced resource became; without it links are not mapped. */
  readonly linked?: (resource: Resource) => string | undefined
}

export interface OpenehrResult {
  /** Undefined where the input has no resource of the context's profile. */
  readonly composition?: RmObject
  readonly trace: readonly Trace[]
}

export function toOpenehr(
  mappings: MappingContext,
  template: Template,
  input: Resource,
  options: ToOpenehrOptions,
): OpenehrResult {
  const programs = { ...PUBLISHED_PROGRAMS, ...options.programs }
  const conceptMaps = conceptMapsOf(options.conceptMaps ?? [])
  const needs = { resolver: bundleResolver(input), programs, conceptMaps, linked: options.linked }
  const run = new ToOpenehr(mappings, template, needs)
  for (const root of rootsOf(input, mappings)) run.map(root)
  const made = rendered(run.root)
  if (!isRmObject(made) || run.trace.length === 0) return { trace: run.trace }
  const { now, territory, language, composer = NO_COMPOSER } = options
  const given = withoutHalfParties(made) as RmObject
  const complete = { now, territory, composer, ...(language === undefined ? {} : { language }) }
  return {
    composition: withNarratives(completeInstance(template, given, complete)) as RmObject,
    trace: run.trace,
  }
}

/** The resources that the mapping starts with: of the profile, else of the resource type of the start. */
function rootsOf(input: Resource, mappings: MappingContext): readonly FhirNode[] {
  const type = startType(mappings)
  if (input.resourceType === type) return [resourceNode(input)]
  const all = listOf(input['entry']).flatMap(entry =>
    isJson(entry) && isResource(entry['resource']) ? [entry['resource']] : [],
  )
  const nodes = all.map((resource, at) => resourceNode(resource, `entry[${at}]`))
  const { url } = mappings.context.profile
  const profiled = nodes.filter(
    ({ value }) =>
      isJson(value) &&
      isJson(value['meta']) &&
      listOf(value['meta']['profile']).some(each => String(each).split('|')[0] === url),
  )
  return profiled.length > 0 ? profiled : nodes.filter(node => node.type === type)
}

/** FHIR has no narrative of an order, which the reference model demands: it is the name of the INSTRUCTION. */
function withNarratives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNarratives)
  if (!isRmObject(value)) return value
  if (value._type === 'INSTRUCTION')
    return isRmObject(value['narrative'])
      ? value
      : { ...value, narrative: { ...(value['name'] as RmObject), _type: 'DV_TEXT' } }
  const { content, items } = value
  return {
    ...value,
    ...(content ? { content: withNarratives(content) } : {}),
    ...(value._type === 'SECTION' && items ? { items: withNarratives(items) } : {}),
  }
}

/** A participation without a performer is none. */
function withoutHalfParties(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(withoutHalfParties)
      .filter(
        each => !(isRmObject(each) && each._type === 'PARTICIPATION' && each['performer'] === undefined),
      )
  if (!isRmObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const inner = withoutHalfParties(each)
      return Array.isArray(each) && Array.isArray(inner) && inner.length === 0 ? [] : [[name, inner]]
    }),
  )
}
