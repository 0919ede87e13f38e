/** openEHR → FHIR: runs the mappings of a context over a composition and writes what they say into drafts of resources. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { Draft, draftAt, draftTexts, putValue } from '../fhir/draft.ts'
import { type MappingContext, modelNamed } from '../mapping/library.ts'
import {
  type Hierarchy,
  iteratesOnly,
  type Mapping,
  type ModelFile,
  type OpenehrCondition,
} from '../mapping/model.ts'
import { Budget, FhirProblem, type Trace } from '../mapping/problem.ts'
import { comparableOf, dataValueOf, isOfType, nodesAt, type RmNode, rootNode } from '../openehr/node.ts'
import type { OpenehrPath } from '../paths/openehr-path.ts'
import type { Programs } from '../programs/program.ts'
import { isResourceType } from '../r4/structure.ts'
import { filtered, type Lens } from './conditions.ts'
import { cutTo, groupsOf } from './groups.ts'
import { startType } from './start-type.ts'
import { dropTwin } from './twins.ts'
import { type WriteNeeds, writeConstant, writeValue } from './write-value.ts'

interface Frame {
  readonly resource: Draft
  readonly fhirRoot: Draft
  readonly archetype: RmNode
  readonly openehrRoot: RmNode
  readonly iterated: ReadonlySet<Draft>
  /** Paths of the openEHR nodes that the mappings around are working on. */
  readonly lines: readonly string[]
  readonly running: ReadonlySet<string>
  readonly depth: number
}

const LENS: Lens<RmNode> = {
  related: (a, b) => a.path === b.path || isBelow(a, b) || isBelow(b, a),
  text: comparableOf,
  isType: isOfType,
}

const isBelow = (inner: RmNode, outer: RmNode): boolean =>
  outer.path === '' || inner.path.startsWith(`${outer.path}/`)

/** The needs of a run beside its mappings. */
export interface FhirNeeds extends WriteNeeds {
  readonly programs: Programs
  readonly linked?: ((uri: string) => string | undefined) | undefined
}

/** A resource that was made, and the openEHR node that it comes from. */
export interface MadeResource {
  readonly draft: Draft
  readonly path: string
}

/** A value, and the element that has it. */
export interface NotedValue {
  readonly trace: Trace
  readonly draft: Draft
}

export class ToFhir {
  readonly #context: MappingContext
  readonly #options: FhirNeeds
  readonly #composition: RmNode
  readonly #budget = new Budget()
  /** Reference elements of the resources that mappings create. */
  readonly #holders = new Map<Draft, Draft>()
  readonly trace: NotedValue[] = []
  readonly resources: MadeResource[] = []

  constructor(context: MappingContext, composition: RmObject, needs: FhirNeeds) {
    this.#context = context
    this.#options = needs
    this.#composition = rootNode(composition)
  }

  map(): void {
    const { start } = this.#context
    const type = startType(this.#context)
    for (const archetype of this.#startNodes(start)) {
      const make = (): Draft => new Draft(undefined, undefined, type)
      const draft = make()
      const frame: Frame = {
        resource: draft,
        fhirRoot: draft,
        archetype,
        openehrRoot: archetype,
        iterated: new Set([draft]),
        lines: [archetype.path],
        running: new Set(),
        depth: 0,
      }
      this.#enter(start, frame, make, (made, node) => this.resources.push({ draft: made, path: node.path }))
    }
  }

  #startNodes({ archetype }: ModelFile): readonly RmNode[] {
    if (/-COMPOSITION\./.test(archetype)) return [this.#composition]
    return nodesAt(this.#composition, [
      { attribute: 'content', predicate: { kind: 'node', id: { kind: 'archetypeId', value: archetype } } },
    ])
  }

  #enter(
    model: ModelFile,
    frame: Frame,
    another: () => Draft,
    done: (draft: Draft, node: RmNode) => void = () => {},
  ): void {
    const circle = `${model.name}|${frame.archetype.path}`
    if (frame.running.has(circle)) return
    this.#budget.checkDepth(frame.depth, model.name)
    const inner: Frame = { ...frame, running: new Set([...frame.running, circle]), depth: frame.depth + 1 }
    const { openehrConditions, hierarchy } = model.preprocessor
    if (this.#filtered([frame.archetype], openehrConditions, inner).length === 0) return
    const groups = hierarchy?.toFhir === undefined ? [] : this.#groups(hierarchy, inner)
    if (groups.length === 0) {
      this.#run(model.mappings, inner)
      done(inner.resource, inner.archetype)
    }
    for (const [at, { archetype, first }] of groups.entries()) {
      const draft = at === 0 ? frame.resource : another()
      // The paths of a part are others than those of the whole.
      const lines =
        groups.length === 1 ? inner.lines : inner.lines.filter(line => archetype.path.startsWith(line))
      const own = { ...inner, resource: draft, fhirRoot: draft, archetype, openehrRoot: archetype, lines }
      this.#run(model.mappings, { ...own, iterated: new Set([...inner.iterated, draft]) })
      done(draft, first)
    }
  }

  /** The archetype once for each resource to create, each time with the part that belongs to it. */
  #groups(
    hierarchy: Hierarchy,
    frame: Frame,
  ): readonly { readonly archetype: RmNode; readonly first: RmNode }[] {
    const nodes = this.#nodes(hierarchy.openehr, frame)
    const unique = hierarchy.toFhir?.unique ?? []
    const key = (node: RmNode) =>
      unique.map(path => JSON.stringify(nodesAt(node, path.steps).map(each => dataValueOf(each).value)))
    const groups = groupsOf(nodes, key)
    return groups.flatMap(group => {
      const [first] = group
      if (first === undefined) return []
      if (groups.length === 1) return [{ archetype: frame.archetype, first }]
      return [{ archetype: { ...frame.archetype, value: cutTo(frame.archetype, group, nodes) }, first }]
    })
  }

  #run(mappings: readonly Mapping[], frame: Frame): void {
    for (const mapping of mappings) this.#runOne(mapping, frame)
  }

  #runOne(mapping: Mapping, frame: Frame): void {
    if (mapping.only === 'toOpenehr') return
    this.#budget.checkDepth(frame.depth, mapping.name)
    this.#budget.spend(mapping.name)
    const nodes = mapping.openehr === undefined ? [frame.openehrRoot] : this.#nodes(mapping.openehr, frame)
    const own = new Set<Draft>()
    for (const [at, node] of this.#filtered(nodes, mapping.openehrConditions, frame).entries()) {
      const draft = this.#target(mapping, frame, at, own)
      this.#budget.spend(mapping.name, frame.iterated.size + (draft?.parent?.children.length ?? 0))
      if (draft === undefined) continue
      own.add(draft)
      const inner: Frame = {
        ...frame,
        fhirRoot: draft,
        openehrRoot: node,
        iterated: withLine(frame.iterated, draft),
        lines: [...frame.lines, node.path],
        depth: frame.depth + 1,
      }
      this.#apply(mapping, node, draft, inner, frame)
      this.#run(mapping.followedBy, inner)
    }
  }

  /** The element that an occurrence is written to. */
  #target(mapping: Mapping, frame: Frame, at: number, own: ReadonlySet<Draft>): Draft | undefined {
    const { fhir } = mapping
    if (fhir === undefined) return frame.fhirRoot
    const base = fhir.start === 'resource' ? frame.resource : frame.fhirRoot
    if (fhir.steps.length === 0) return at === 0 || fhir.start === 'resource' ? base : this.#sibling(base)
    const iterated = at === 0 ? frame.iterated : new Set([...frame.iterated].filter(each => !own.has(each)))
    const draft = draftAt(base, fhir.steps, iterated)
    return draft && (this.#slice(mapping, draft, own) ?? draft)
  }

  /** A further element of the list that the draft is in, or a further resource of the reference that made it. */
  #sibling(draft: Draft): Draft {
    const holder = this.#holders.get(draft)
    if (holder?.element?.list === true)
      return this.#refer(new Draft(holder.parent, holder.element, holder.type), draft.type)
    return draft.element?.list === true ? new Draft(draft.parent, draft.element, draft.type) : draft
  }

  /** A condition on the element of the mapping names a slice of its list: one that is there already is used again. */
  #slice({ fhir, fhirConditions }: Mapping, draft: Draft, own: ReadonlySet<Draft>): Draft | undefined {
    if (draft.element?.list !== true || !draft.isEmpty) return undefined
    const conditions = fhirConditions.filter(
      ({ root, operator }) =>
        operator === 'one of' && JSON.stringify(root.steps) === JSON.stringify(fhir?.steps),
    )
    if (conditions.length === 0) return undefined
    return draft.parent?.children.find(
      each =>
        each !== draft &&
        each.name === draft.name &&
        !own.has(each) &&
        conditions.every(({ attributes, criteria }) =>
          attributes.some(path => draftTexts(each, path.steps).some(text => criteria.includes(text))),
        ),
    )
  }

  #apply(mapping: Mapping, node: RmNode, draft: Draft, frame: Frame, outer: Frame): void {
    if (mapping.value !== undefined) writeConstant(draft, mapping.value, this.#options)
    else if (mapping.manual.length > 0) this.#manual(mapping, node, frame, outer)
    else if (mapping.program !== undefined) this.#program(mapping, draft, frame)
    else if (mapping.slot !== undefined) {
      const model = modelNamed(this.#context.models, mapping.slot)
      const inner = { ...frame, resource: draft, archetype: node }
      if (model !== undefined) this.#enter(model, inner, () => this.#sibling(draft))
    } else if (mapping.reference !== undefined) this.#reference(mapping, node, draft, frame)
    else if (mapping.link !== undefined) this.#linked(node, draft)
    else if (!iteratesOnly(mapping)) this.#write(mapping, node, draft)
  }

  #refer(holder: Draft, type: string): Draft {
    // An entry of a Bundle holds the resource itself.
    if (holder.element?.types.includes('Resource')) {
      holder.type = type
      return holder
    }
    if (holder.type === '') holder.type = 'Reference'
    const resource = new Draft(undefined, undefined, type)
    holder.refersTo = resource
    this.#holders.set(resource, holder)
    return resource
  }

  #reference({ reference, name }: Mapping, node: RmNode, draft: Draft, frame: Frame): void {
    if (reference === undefined || !isResourceType(reference.resourceType)) return
    const holder = draft.name === 'reference' && draft.parent !== undefined ? draft.parent : draft
    if (holder.type !== '' && holder.type !== 'Reference' && holder.type !== 'Resource') {
      if (!holder.element?.types.includes('Resource'))
        throw new FhirProblem(
          'mapping.unfit',
          `The mapping "${name}" puts a reference into ${holder.path}, which is a ${holder.type}`,
        )
    }
    if (holder.type === '' && !holder.element?.types.includes('Reference')) return
    const place = this.#nextHolder(holder)
    const before = place.refersTo
    const resource = this.#refer(place, reference.resourceType)
    this.#run(reference.mappings, {
      ...frame,
      fhirRoot: resource,
      openehrRoot: node,
      iterated: new Set([...frame.iterated, resource]),
    })
    // A mapping that finds nothing leaves what an earlier one referred to.
    if (before !== undefined && !resource.hasRecordValue) place.refersTo = before
  }

  #nextHolder(holder: Draft): Draft {
    if (holder.element?.list === true && holder.refersTo?.hasRecordValue === true)
      return new Draft(holder.parent, holder.element, holder.type)
    return holder
  }

  #manual(mapping: Mapping, node: RmNode, frame: Frame, outer: Frame): void {
    for (const manual of mapping.manual) {
      if (manual.only === 'toOpenehr' || manual.fhir.length === 0) continue
      if (this.#filtered([node], manual.openehrConditions, frame, outer).length === 0) continue
      const depends = manual.openehrConditions.length > 0
      const made = new Set<Draft>(frame.iterated)
      for (const { path, value } of manual.fhir) {
        const base = path.start === 'resource' ? frame.resource : frame.fhirRoot
        const place = draftAt(base, path.steps, made)
        if (place === undefined) continue
        // The constants of one entry are parts of the same elements.
        for (let at: Draft | undefined = place.parent; at !== undefined; at = at.parent) made.add(at)
        if (writeConstant(place, value, this.#options) && depends) place.dynamic = true
      }
      dropTwin(frame.fhirRoot)
      if (depends) this.#note(mapping, node, frame.fhirRoot)
    }
  }

  #program(mapping: Mapping, draft: Draft, frame: Frame): void {
    const program = this.#options.programs[mapping.program ?? '']?.toFhir
    program?.(
      path => this.#nodes(path, frame).map(node => dataValueOf(node).value),
      (path, value) => {
        const place = draftAt(draft, path.steps, frame.iterated)
        if (place === undefined) return
        const type = place.type === '' ? (place.element?.types[0] ?? '') : place.type
        place.clear()
        putValue(place, value, type)
        place.dynamic = true
        this.#note(mapping, frame.openehrRoot, place)
      },
    )
  }

  #linked(node: RmNode, draft: Draft): void {
    const target = isRmObject(node.value) ? node.value['target'] : undefined
    const uri = isRmObject(target) ? target['value'] : undefined
    const reference = typeof uri === 'string' ? this.#options.linked?.(uri) : undefined
    if (reference === undefined || draft.type !== 'Reference') return
    putValue(draft, { reference }, 'Reference')
    draft.dynamic = true
  }

  #write(mapping: Mapping, node: RmNode, draft: Draft): void {
    const place = writeValue(mapping, dataValueOf(node).value, draft, this.#options)
    if (place !== undefined) this.#note(mapping, node, place)
  }

  #note({ name, file, line }: Mapping, node: RmNode, draft: Draft): void {
    const trace = { mapping: name, file, line, openehr: node.path || '/', fhir: draft.path }
    this.trace.push({ trace, draft })
  }

  #nodes({ start, ups, steps }: OpenehrPath, frame: Frame): readonly RmNode[] {
    let base =
      start === 'composition'
        ? this.#composition
        : start === 'archetype'
          ? frame.archetype
          : frame.openehrRoot
    for (let up = 0; up < ups; up++) base = base.parent ?? base
    let found: readonly RmNode[] = [base]
    for (const step of steps) {
      found = found.flatMap(node => nodesAt(node, [step]))
      // A path from the root through a list that is being iterated means the occurrence at hand.
      const current = found.filter(({ path }) =>
        frame.lines.some(line => line === path || line.startsWith(`${path}/`)),
      )
      if (current.length > 0) found = current
    }
    return found
  }

  /** `outer`: the frame of the mapping around, for `manual`. */
  #filtered(
    nodes: readonly RmNode[],
    conditions: readonly OpenehrCondition[],
    frame: Frame,
    outer?: Frame,
  ): readonly RmNode[] {
    const finder = {
      roots: (root: OpenehrCondition['root']) => this.#nodes(root, frame),
      outerRoots: outer && ((root: OpenehrCondition['root']) => this.#nodes(root, outer)),
      below: (node: RmNode, path: OpenehrCondition['attributes'][number]) => nodesAt(node, path.steps),
    }
    return filtered(nodes, conditions, finder, LENS)
  }
}

function withLine(iterated: ReadonlySet<Draft>, draft: Draft): ReadonlySet<Draft> {
  const all = new Set(iterated)
  for (let at: Draft | undefined = draft; at !== undefined; at = at.parent) all.add(at)
  return all
}
