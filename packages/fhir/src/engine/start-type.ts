import type { MappingContext } from '../mapping/library.ts'
import { FhirProblem } from '../mapping/problem.ts'
import { isResourceType } from '../r4/structure.ts'

/** The resource type of the start: of its structure definition, or of a context that names a type as profile. */
export function startType({ start, context }: MappingContext): string {
  const named = start.structureDefinition?.split('/').at(-1) ?? ''
  if (isResourceType(named)) return named
  const profile = context.profile.url.split('/').at(-1) ?? ''
  if (isResourceType(profile)) return profile
  throw new FhirProblem(
    'mapping.invalid',
    `The mapping ${start.name} does not say which resource it starts with`,
  )
}
