/** A resource as a composition: by the context that takes most of its values, checked by its template. */
import { isJson, listOf, type Resource, type Trace, toOpenehr } from '@cairn-ehr/fhir'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { territoryOf } from '@cairn-ehr/openehr/template'
import { type CheckedData, checkData } from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { COMPLETE } from '../../versions/index.ts'
import { timestamp } from '../../versions/printed/index.ts'
import type { MappingSet, ReadyContext } from '../mappings/mapping-set.ts'
import type { FhirServices } from '../needs.ts'
import type { FhirFinding } from '../outcome.ts'
import { fhirPathFor } from './finding-path.ts'

export interface Converted {
  readonly context: ReadyContext
  readonly composition: RmObject
  readonly trace: readonly Trace[]
}

export interface CheckedResource extends Converted {
  readonly checked: CheckedData
}

const profilesOf = ({ meta }: Resource): readonly string[] =>
  isJson(meta) ? listOf(meta['profile']).map(each => String(each).split('|')[0] ?? '') : []

/** Contexts for the profiles that the resource claims come first; without any, all of its type. */
function contextsFor({ contexts }: MappingSet, resource: Resource): readonly ReadyContext[] {
  const ofType = contexts.filter(({ type }) => type === resource.resourceType)
  const profiles = profilesOf(resource)
  const claimed = ofType.filter(({ profile }) => profiles.includes(profile))
  return claimed.length > 0 ? claimed : ofType
}

/** `others`: resources of the same Bundle, which references are resolved in. */
const inputOf = (resource: Resource, others: readonly unknown[]): Resource =>
  others.length === 0
    ? resource
    : { resourceType: 'Bundle', type: 'collection', entry: [{ resource }, ...others] }

export async function convertResource(
  needs: FhirServices,
  set: MappingSet,
  resource: Resource,
  others: readonly unknown[],
  composer: RmObject,
): Promise<Converted> {
  let best: Converted | undefined
  const contexts = contextsFor(set, resource)
  for (const context of contexts) {
    const template = (await needs.shelf.latest(context.templateId))?.template
    if (template === undefined) continue
    const { composition, trace } = toOpenehr(context.mappings, template, inputOf(resource, others), {
      now: timestamp(new Date(needs.now())),
      territory: needs.territory ?? territoryOf(template.language),
      composer,
      conceptMaps: set.conceptMaps,
    })
    if (composition !== undefined && trace.length > (best?.trace.length ?? 0))
      best = { context, composition, trace }
  }
  if (best !== undefined) return best
  throw new Refusal('fhir.invalid', noMapping(resource, contexts))
}

const noMapping = ({ resourceType }: Resource, contexts: readonly ReadyContext[]): string =>
  contexts.length === 0
    ? `No mapping takes ${resourceType}.`
    : `None of the mappings for ${resourceType} takes this resource: ${contexts.map(({ name }) => name).join(', ')}. Check its code, its category and its profile.`

/** Findings of the template have the FHIRPath of the value that they are about. */
export async function checkConverted(needs: FhirServices, converted: Converted): Promise<CheckedResource> {
  const { composition, trace } = converted
  const rules = { lifecycle: COMPLETE, handling: 'strict', size: JSON.stringify(composition).length } as const
  try {
    return { ...converted, checked: await checkData(composition, 'COMPOSITION', rules, needs) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.findings.length === 0) throw error
    const findings = error.findings.map((finding): FhirFinding => {
      const expression = fhirPathFor(trace, finding.path)
      return expression === undefined ? finding : { ...finding, expression }
    })
    throw new Refusal('fhir.invalid', error.message, findings, error.facts)
  }
}
