/** Warnings about filters that nothing can pass, since no event of the wanted types has what they ask for. */
import { EVENT_TYPES, type FilterValues } from '../events/index.ts'

const DEFINITIONS = ['template', 'query', 'datamap']
const PARTIES = ['person', 'organisation', 'group', 'agent', 'role']
const VERSIONS = ['composition', 'status', 'access', 'directory', 'episode', ...PARTIES]

const groupOf = (type: string): string => type.split('.')[0] ?? ''

/** The groups of types whose events can pass each filter. */
const CAN_HAVE: Readonly<Record<Exclude<keyof FilterValues, 'type'>, (group: string) => boolean>> = {
  template_id: group => ['composition', 'template', 'datamap', ...PARTIES].includes(group),
  archetype_id: group => VERSIONS.includes(group),
  ehr_id: group => ![...DEFINITIONS, ...PARTIES].includes(group),
  tag: group => [...VERSIONS, 'tags'].includes(group),
}

export function filterWarnings(filter: FilterValues): readonly string[] {
  const types = filter.type?.length ? filter.type : EVENT_TYPES
  const groups = [...new Set(types.map(groupOf))]
  const given = (Object.keys(CAN_HAVE) as (keyof typeof CAN_HAVE)[]).filter(name => filter[name]?.length)
  if (given.length === 0 || groups.some(group => given.every(name => CAN_HAVE[name](group)))) return []
  return [`No event can pass this filter: events of ${groups.join(', ')} do not have ${given.join(' and ')}.`]
}
