/** Tries the mappings on an example: a composition to FHIR, or a resource to a composition, with the mapping of each value. */
import { FhirProblem, isResource, type Resource, type Trace, toFhir, toOpenehr } from '@cairn-ehr/fhir'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { territoryOf } from '@cairn-ehr/openehr/template'
import { inTurns, openTurns } from '../../collections/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { timestamp } from '../../versions/printed/index.ts'
import type { FhirServices } from '../needs.ts'
import { type MappingSource, openMappingSet, type ReadyContext } from './mapping-set.ts'

export interface Trial {
  /** A COMPOSITION, or a resource or Bundle of FHIR. */
  readonly example: RmObject | Resource
  /** Files that replace or add to those in force, for this trial alone. */
  readonly files: readonly MappingSource[]
}

/** The result of one context. */
export interface TriedContext {
  readonly context: string
  readonly resources?: readonly Resource[]
  readonly composition?: RmObject
  readonly trace: readonly Trace[]
  /** The sentence of a run that ended at a limit, or that could not be done. */
  readonly fault?: string
}

const templateIdOf = (composition: RmObject): unknown => {
  const details = composition['archetype_details']
  const id = isRmObject(details) ? details['template_id'] : undefined
  return isRmObject(id) ? id['value'] : undefined
}

function orFault(context: string, run: () => TriedContext): TriedContext {
  try {
    return run()
  } catch (error) {
    if (error instanceof FhirProblem) return { context, trace: [], fault: error.message }
    throw error
  }
}

const MOST_CONTEXTS = 200

export async function tryMappings(
  needs: FhirServices,
  { example, files }: Trial,
): Promise<readonly TriedContext[]> {
  const names = new Set(files.map(({ name }) => name))
  const others = (await needs.mappings.files()).filter(({ name }) => !names.has(name))
  const { contexts, conceptMaps, findings } = await openMappingSet([...others, ...files])
  const faults = findings.filter(({ file }) => names.has(file))
  if (faults.length > 0)
    throw new Refusal(
      'fhir_mapping.invalid',
      'The mapping cannot be used.',
      faults.map(({ file, line, message }) => ({ path: file, code: 'fhir_mapping', message, line })),
    )
  if (!isResource(example)) {
    const own = contexts.filter(({ templateId }) => templateId === templateIdOf(example))
    return inTurns(own.slice(0, MOST_CONTEXTS), ({ name, mappings }) =>
      orFault(name, () => ({ context: name, ...toFhir(mappings, example, { conceptMaps }) })),
    )
  }
  const tried: TriedContext[] = []
  const turn = openTurns()
  for (const context of contexts.slice(0, MOST_CONTEXTS)) {
    await turn()
    const found = await toComposition(needs, context, example, conceptMaps)
    if (found && (found.composition || found.fault)) tried.push(found)
  }
  return tried
}

async function toComposition(
  { shelf, territory, now }: FhirServices,
  { name, mappings, templateId }: ReadyContext,
  example: Resource,
  conceptMaps: readonly Resource[],
): Promise<TriedContext | undefined> {
  const template = (await shelf.latest(templateId))?.template
  return (
    template &&
    orFault(name, () => ({
      context: name,
      ...toOpenehr(mappings, template, example, {
        now: timestamp(new Date(now())),
        territory: territory ?? territoryOf(template.language),
        conceptMaps,
      }),
    }))
  )
}
