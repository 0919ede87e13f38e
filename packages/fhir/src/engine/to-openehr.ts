/** FHIR → openEHR: runs the mappings of a context over a resource and writes what they say into the places of a template. */

import type { Step } from '@cairn-ehr/openehr/path'
import { baseType, isA, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { isJson, isResource, type Resource } from '../fhir/json.ts'
import {
  comparableFhir,
  type FhirNode,
  fhirNodesAt,
  isOfFhirType,
  type Resolver,
  referencesTo,
  resolvedNode,
} from '../fhir/node.ts'
import { type MappingContext, modelNamed } from '../mapping/library.ts'
import {
  type FhirCondition,
  type Hierarchy,
  iteratesOnly,
  type Mapping,
  type ModelFile,
} from '../mapping/model.ts'
import { Budget, type Trace } from '../mapping/problem.ts'
import { rootTarget, Target, targetAt, valuePlaces } from '../openehr/target.ts'
import type { FhirPath } from '../paths/fhir-path.ts'
import type { OpenehrPath } from '../paths/openehr-path.ts'
import type { Programs } from '../programs/program.ts'
import { typeNamed } from '../r4/structure.ts'
import { type ConceptMaps, translatedToOpenehr } from '../values/concept-maps.ts'
import { toOpenehrValue, unitsFor } from '../values/to-openehr.ts'
import { absentElement, absentReasonIn, absentReasonOf } from './absent.ts'
import { filtered, type Lens } from './conditions.ts'
import { writeTime } from './event-time.ts'
import { cutTo, type Group, groupsOf } from './groups.ts'
import { writeStatics } from './manual.ts'

interface Frame {
  readonly resource: FhirNode
  readonly fhirRoot: FhirNode
  readonly archetype: Target
  readonly openehrRoot: Target
  /** The occurrences that the mappings around are working on. */
  readonly iterated: ReadonlySet<Target>
  /** The turn of the iterations around: empty in the first turn of each. */
  readonly turn: string
  /** The further element of a hierarchy mapping: what is outside of it was mapped with the first one. */
  readonly only?: Target
  /** Slots and references that are being run, to stop at circles. */
  readonly running: ReadonlySet<string>
  readonly depth: number
}

const LENS: Lens<FhirNode> = {
  related: (a, b) => a.key === b.key || below(a.key, b.key) || below(b.key, a.key),
  text: comparableFhir,
  isType: (node, types) => types.some(type => isOfFhirType(node.type, typeNamed(type)) || node.type === type),
}

const below = (inner: string, outer: string): boolean =>
  inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}→`)

/** The needs of a run beside its mappings. */
export interface OpenehrNeeds {
  readonly resolver: Resolver
  readonly programs: Programs
  readonly conceptMaps: ConceptMaps
  readonly linked?: ((resource: Resource) => string | undefined) | undefined
}

export class ToOpenehr {
  readonly #context: MappingContext
  readonly #needs: OpenehrNeeds
  readonly #resolver: Resolver
  readonly #budget = new Budget()
  #resources = 0
  readonly trace: Trace[] = []
  readonly root: Target

  constructor(context: MappingContext, template: Template, needs: OpenehrNeeds) {
    this.#context = context
    this.#needs = needs
    this.#resolver = needs.resolver
    this.root = rootTarget(template.definition)
  }

  /** Maps one resource; entries of the composition that may occur several times get one for each. */
  map(resource: FhirNode): void {
    const { start } = this.#context
    const archetype = this.#startTarget(start)
    if (archetype === undefined) return
    const iterated = new Set<Target>([this.root, archetype])
    const frame: Frame = {
      resource,
      fhirRoot: resource,
      archetype,
      openehrRoot: archetype,
      iterated,
      turn: nextTurn('', this.#resources++),
      running: new Set(),
      depth: 0,
    }
    this.#enter(start, frame)
  }

  #startTarget({ archetype }: ModelFile): Target | undefined {
    if (/-COMPOSITION\./.test(archetype)) return this.root
    const step: Step = {
      attribute: 'content',
      predicate: { kind: 'node', id: { kind: 'archetypeId', value: archetype } },
    }
    return targetAt(this.root, [step], new Set())
  }

  /** Runs a model mapping on `frame.resource`: first what its preprocessor says, then its mappings. */
  #enter(model: ModelFile, frame: Frame): void {
    const circle = `${model.name}|${frame.resource.key}|${frame.archetype.path}`
    if (frame.running.has(circle)) return
    this.#budget.checkDepth(frame.depth, model.name)
    const inner: Frame = { ...frame, running: new Set([...frame.running, circle]), depth: frame.depth + 1 }
    const { fhirConditions, hierarchy } = model.preprocessor
    if (this.#filtered([frame.resource], fhirConditions, inner).length === 0) return
    for (const own of hierarchy ? this.#groups(hierarchy, inner) : [inner]) this.#run(model.mappings, own)
  }

  /** One frame for each element that a hierarchy mapping creates, with the part of the resource that belongs to it. */
  *#groups(hierarchy: Hierarchy, frame: Frame): Generator<Frame> {
    const nodes = this.#nodes(hierarchy.fhir, frame)
    const unique = hierarchy.toOpenehr?.unique ?? []
    const key = (node: FhirNode) =>
      unique.map(path =>
        JSON.stringify(this.#nodes(path, { ...frame, fhirRoot: node }).map(({ value }) => value)),
      )
    const split = hierarchy.toOpenehr === undefined || nodes.length === 0 ? [nodes] : groupsOf(nodes, key)
    const first = this.#target(hierarchy.openehr, frame)
    // A template that has the element once takes all groups in it.
    const groups: readonly Group<FhirNode>[] =
      first !== undefined && recurs(first, frame.archetype) ? split : [nodes]
    for (const [at, group] of groups.entries()) {
      const target = at === 0 ? first : furtherTarget(hierarchy.openehr.steps, frame, first)
      const resource = groups.length > 1 ? resourceWith(frame.resource, group, nodes) : frame.resource
      const own = { ...frame, resource, fhirRoot: resource }
      const iterated = target === undefined ? frame.iterated : withLine(frame.iterated, target)
      yield {
        ...own,
        iterated,
        turn: nextTurn(frame.turn, at),
        ...(at === 0 || target === undefined ? {} : { only: target }),
      }
    }
  }

  #run(mappings: readonly Mapping[], frame: Frame): void {
    for (const mapping of mappings) this.#runOne(mapping, frame)
  }

  #runOne(mapping: Mapping, frame: Frame): void {
    if (mapping.only === 'toFhir') return
    this.#budget.checkDepth(frame.depth, mapping.name)
    this.#budget.spend(mapping.name)
    const nodes = mapping.fhir === undefined ? [frame.fhirRoot] : this.#occurrences(mapping.fhir, frame)
    for (const [at, node] of this.#filtered(nodes, mapping.fhirConditions, frame).entries()) {
      this.#budget.spend(mapping.name, frame.iterated.size + nodes.length)
      const own = { ...frame, turn: nextTurn(frame.turn, at) }
      const target = mapping.openehr === undefined ? frame.openehrRoot : this.#target(mapping.openehr, own)
      if (target === undefined || (frame.only !== undefined && !onLine(target, frame.only))) continue
      const inner: Frame = {
        ...own,
        fhirRoot: node,
        openehrRoot: target,
        iterated: withLine(frame.iterated, target),
        depth: frame.depth + 1,
      }
      this.#apply(mapping, node, target, inner, frame)
      this.#run(mapping.followedBy, inner)
    }
  }

  #apply(mapping: Mapping, node: FhirNode, target: Target, frame: Frame, outer: Frame): void {
    if (mapping.value !== undefined) writeStatics([{ path: [], value: mapping.value }], target)
    else if (mapping.manual.length > 0) this.#manual(mapping, node, frame, outer)
    else if (mapping.program !== undefined) this.#program(mapping, node, frame)
    else if (mapping.slot !== undefined) this.#slot(mapping.slot, node, target, frame)
    else if (mapping.reference !== undefined) this.#reference(mapping, node, frame)
    else if (mapping.link !== undefined) this.#linked(mapping.link, node, target)
    else if (!iteratesOnly(mapping) && this.#write(mapping, node, target)) this.#note(mapping, node, target)
  }

  /** A slot that an archetype fills with itself is a further entry: the resource that a resource is related to. */
  #slot(slot: string, node: FhirNode, target: Target, frame: Frame): void {
    const model = modelNamed(this.#context.models, slot)
    if (model === undefined) return
    const isOther = target !== frame.archetype || model.archetype !== this.#context.start.archetype
    if (isOther || frame.resource.key === node.key) {
      this.#enter(model, { ...frame, resource: node, archetype: target })
    } else if (target.multiple) {
      const further = new Target(target.parent, target.attribute, target.constraint, target.rmType, true)
      const iterated = new Set([...frame.iterated].filter(each => each !== target)).add(further)
      this.#enter(model, { ...frame, resource: node, archetype: further, openehrRoot: further, iterated })
    }
  }

  #note({ name, file, line }: Mapping, node: FhirNode, target: Target): void {
    const via = referencesTo(node)
    this.trace.push({
      mapping: name,
      file,
      line,
      fhir: node.key,
      openehr: target.path,
      ...(via.length > 0 ? { via } : {}),
    })
  }

  /** Follows a reference inside the Bundle; a resource that is already being read is not read again. */
  #reference({ reference }: Mapping, node: FhirNode, frame: Frame): void {
    const resolved = resolvedNode(node, this.#resolver)
    if (reference === undefined || resolved === undefined || resolved.type !== reference.resourceType) return
    const id = `${resolved.type}/${isJson(resolved.value) ? String(resolved.value['id']) : ''}`
    const circle = `${reference.mappings[0]?.name ?? ''}|${id}`
    if (frame.running.has(circle)) return
    this.#run(reference.mappings, {
      ...frame,
      fhirRoot: resolved,
      running: new Set([...frame.running, circle]),
    })
  }

  #manual(mapping: Mapping, node: FhirNode, frame: Frame, outer: Frame): void {
    for (const manual of mapping.manual) {
      if (manual.only === 'toFhir' || manual.openehr.length === 0) continue
      if (this.#filtered([node], manual.fhirConditions, frame, outer).length === 0) continue
      const groups = new Map<Target, { path: readonly Step[]; value: string }[]>()
      for (const { path, value } of manual.openehr) {
        const base = this.#base(path, frame)
        groups.set(base, [...(groups.get(base) ?? []), { path: path.steps, value }])
      }
      for (const [base, statics] of groups) writeStatics(statics, base)
      this.#note(mapping, node, frame.openehrRoot)
    }
  }

  #program(mapping: Mapping, node: FhirNode, frame: Frame): void {
    const program = this.#needs.programs[mapping.program ?? '']?.toOpenehr
    program?.(node.value, (path, value) => {
      const place = this.#target(path, frame)
      const fitting = place && fittingUnits(value, place)
      if (place === undefined || fitting === undefined) return
      place.children.length = 0
      place.written = place.rmType === 'ELEMENT' ? { value: fitting } : { ...fitting }
      this.#note(mapping, node, place)
    })
  }

  #linked(link: { meaning: string; type: string }, node: FhirNode, target: Target): void {
    const resource = resolvedNode(node, this.#resolver)?.value
    const uri = isResource(resource) ? this.#needs.linked?.(resource) : undefined
    if (uri === undefined || target.rmType !== 'LINK') return
    target.written = {
      _type: 'LINK',
      meaning: { _type: 'DV_TEXT', value: link.meaning },
      type: { _type: 'DV_TEXT', value: link.type },
      target: { _type: 'DV_EHR_URI', value: uri },
    }
  }

  /** Converts the element by its type and by what the template allows; false where the two do not fit. */
  #write({ participation, conceptMap }: Mapping, given: FhirNode, target: Target): boolean {
    const node = translatedToOpenehr(given, this.#needs.conceptMaps.get(conceptMap ?? ''))
    const { rmType } = target
    if (isA(rmType, 'EVENT')) return writeTime(node, target)
    if (rmType === 'PARTICIPATION') return this.#participate(node, target, participation)
    if (rmType === 'ELEMENT') {
      const reason = node.value === undefined ? absentReasonOf(node) : undefined
      const value =
        reason === undefined ? toOpenehrValue(node, valuePlaces(target), this.#resolver) : undefined
      if (reason === undefined && value === undefined) return false
      target.children.length = 0
      target.written = reason === undefined ? { value } : { ...absentElement(reason) }
      return true
    }
    if (isA(rmType, 'LOCATABLE') || rmType === 'EVENT_CONTEXT') return false
    if (/^[A-Z][a-z]/.test(baseType(rmType))) {
      const text = comparableFhir(node)
      if (text !== undefined) target.written = text
      return text !== undefined
    }
    const value = toOpenehrValue(node, [{ rmType, constraint: target.constraint }], this.#resolver)
    if (value === undefined) return false
    target.children.length = 0
    target.written = { ...value }
    return true
  }

  #participate(node: FhirNode, target: Target, label: string | undefined): boolean {
    const performer = toOpenehrValue(node, [{ rmType: 'PARTY_PROXY', constraint: undefined }], this.#resolver)
    if (performer === undefined) return false
    const named: RmObject = label === undefined ? {} : { function: { _type: 'DV_TEXT', value: label } }
    target.written = {
      ...(target.written as RmObject | undefined),
      _type: 'PARTICIPATION',
      ...named,
      performer,
    }
    return true
  }

  #base({ start, ups }: OpenehrPath, frame: Frame): Target {
    let base =
      start === 'composition' ? this.root : start === 'archetype' ? frame.archetype : frame.openehrRoot
    for (let up = 0; up < ups; up++) base = base.parent ?? base
    return base
  }

  #target(path: OpenehrPath, frame: Frame): Target | undefined {
    return targetAt(this.#base(path, frame), path.steps, frame.iterated, frame.turn)
  }

  #nodes({ start, steps }: FhirPath, frame: Frame): readonly FhirNode[] {
    return fhirNodesAt(start === 'resource' ? frame.resource : frame.fhirRoot, steps, this.#resolver)
  }

  /** The elements of a path; for a value that its owner says is absent, a node without a value. */
  #occurrences(path: FhirPath, frame: Frame): readonly FhirNode[] {
    const found = this.#nodes(path, frame)
    const last = path.steps.at(-1)
    if (found.length > 0 || last?.kind !== 'element' || last.name !== 'value') return found
    return this.#nodes({ ...path, steps: path.steps.slice(0, -1) }, frame).flatMap(owner => {
      const reason = absentReasonIn(owner)
      const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'
      return reason === undefined
        ? []
        : [
            {
              value: undefined,
              type: 'string',
              key: `${owner.key}.value[0]`,
              parent: owner,
              companion: { extension: [{ url, valueCode: reason }] },
            },
          ]
    })
  }

  /** `outer`: the frame of the mapping around, for `manual`. */
  #filtered(
    nodes: readonly FhirNode[],
    conditions: readonly FhirCondition[],
    frame: Frame,
    outer?: Frame,
  ): readonly FhirNode[] {
    const finder = {
      roots: (root: FhirCondition['root']) => this.#nodes(root, frame),
      outerRoots: outer && ((root: FhirCondition['root']) => this.#nodes(root, outer)),
      below: (node: FhirNode, path: FhirCondition['attributes'][number]) =>
        fhirNodesAt(node, path.steps, this.#resolver),
    }
    return filtered(nodes, conditions, finder, LENS)
  }
}

/** A further occurrence of the element, beside the first. */
function furtherTarget(steps: readonly Step[], frame: Frame, first: Target | undefined): Target | undefined {
  return (
    first && targetAt(frame.archetype, steps, new Set([...frame.iterated].filter(each => each !== first)))
  )
}

const recurs = (target: Target, archetype: Target): boolean =>
  target !== archetype &&
  (target.multiple || (target.parent !== undefined && recurs(target.parent, archetype)))

const isIn = (inner: Target, outer: Target): boolean =>
  inner === outer || (inner.parent !== undefined && isIn(inner.parent, outer))

const onLine = (a: Target, b: Target): boolean => isIn(a, b) || isIn(b, a)

/** The resource with only the elements of one group; its key is new, so that it is told from the whole. */
function resourceWith(resource: FhirNode, group: Group<FhirNode>, all: readonly FhirNode[]): FhirNode {
  return { ...resource, value: cutTo(resource, group, all), key: `${resource.key}@${group[0]?.key ?? ''}` }
}

/** A quantity that a program made, in units of the template; undefined where the template has none like it. */
function fittingUnits(value: RmObject, place: Target): RmObject | undefined {
  if (value._type !== 'DV_QUANTITY' || place.rmType !== 'ELEMENT') return value
  const constraint = valuePlaces(place).find(({ rmType }) => rmType === 'DV_QUANTITY')?.constraint
  if (constraint?.kind !== 'C_DV_QUANTITY' || constraint.items.length === 0) return value
  const units = unitsFor(String(value['units']), constraint)
  return constraint.items.some(item => item.units === units) ? { ...value, units } : undefined
}

const nextTurn = (turn: string, at: number): string => (at === 0 ? turn : `${turn}.${at}`)

function withLine(iterated: ReadonlySet<Target>, target: Target): ReadonlySet<Target> {
  const all = new Set(iterated)
  for (let at: Target | undefined = target; at !== undefined; at = at.parent) all.add(at)
  return all
}
