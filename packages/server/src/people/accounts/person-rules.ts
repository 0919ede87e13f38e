/** The rules that result from the roles of a person, in the notation of scopes, for people who ask what the person may do. */
import { type Person, rolesNamed } from './person.ts'

/** `taken`: EHRs that the person took in an emergency; rules for assigned EHRs hold there too. */
type RuleReach = 'all' | 'assigned' | 'taken'

export interface PersonRule {
  readonly scope: string
  readonly reach: readonly RuleReach[]
  readonly isDeidentified: boolean
  /** Names of the roles that it comes from. */
  readonly roles: readonly string[]
}

/** One rule for each scope, reach and kind of view, in the order of the roles. */
export function rulesOfPerson(
  person: Pick<Person, 'roles' | 'assignedRoles' | 'customRoles' | 'takenAccess'>,
): readonly PersonRule[] {
  const inAssigned: readonly RuleReach[] =
    person.takenAccess.length === 0 ? ['assigned'] : ['assigned', 'taken']
  const rules = new Map<string, PersonRule>()
  const held = [
    [person.roles, ['all']],
    [person.assignedRoles, inAssigned],
  ] as const
  for (const [names, reach] of held)
    for (const { name, rights, deidentified: isDeidentified } of rolesNamed(person, names))
      for (const scope of rights) {
        const key = `${scope} ${reach.join()} ${isDeidentified}`
        const roles = [...(rules.get(key)?.roles ?? []), name]
        rules.set(key, { scope, reach, isDeidentified, roles: [...new Set(roles)] })
      }
  return [...rules.values()]
}
