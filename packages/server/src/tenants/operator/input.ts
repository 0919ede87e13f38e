/** Reads what operators send; everything that is wrong is refused before anything is made. */
import type { Finding } from '@cairn-ehr/openehr'
import { Refusal } from '../../refusal/index.ts'
import type { WantedTenant } from '../life.ts'
import { GRACE_DAYS } from '../operations.ts'

type Members = Readonly<Record<string, unknown>>

interface Member {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
  readonly isRequired?: true
}

const isText =
  (most: number) =>
  (value: unknown): boolean =>
    typeof value === 'string' && value.length > 0 && value.length <= most && !/\p{Cc}/u.test(value)

const isSettings = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(each => typeof each === 'string' && each.length <= 10_000)

const TENANT: Readonly<Record<string, Member>> = {
  tenant_id: { expected: 'an id such as "hospital-a"', fits: isText(100), isRequired: true },
  name: { expected: '1 to 200 characters', fits: isText(200), isRequired: true },
  base_url: { expected: 'an http or https URL', fits: isText(1000), isRequired: true },
  system_id: { expected: '1 to 200 characters', fits: isText(200) },
  settings: { expected: 'an object of texts by variable', fits: isSettings },
  server: { expected: 'the name of a PostgreSQL server', fits: isText(100) },
}

const MOVE: Readonly<Record<string, Member>> = {
  to: { expected: 'the name of a PostgreSQL server', fits: isText(100), isRequired: true },
}

function membersIn(body: unknown, members: Readonly<Record<string, Member>>): Members {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = body as Members
  const wrong: Finding[] = [
    ...Object.keys(given)
      .filter(name => !Object.hasOwn(members, name))
      .map(name => ({ path: name, message: 'it is no member of this' })),
    ...Object.entries(members)
      .filter(([name, { fits, isRequired }]) => (given[name] === undefined ? isRequired : !fits(given[name])))
      .map(([name, { expected }]) => ({ path: name, message: `it must be ${expected}` })),
  ].map(each => ({ ...each, code: 'tenant.invalid' }))
  if (wrong.length > 0) throw new Refusal('tenant.invalid', 'Some values cannot be used.', wrong)
  return given
}

export function newTenantIn(body: unknown): WantedTenant {
  const given = membersIn(body, TENANT)
  return {
    tenantId: given['tenant_id'] as string,
    name: given['name'] as string,
    baseUrl: given['base_url'] as string,
    systemId: given['system_id'] as string | undefined,
    settings: (given['settings'] ?? {}) as Record<string, string>,
    server: given['server'] as string | undefined,
  }
}

/** All settings that the tenant has from now on. */
export function settingsIn(body: unknown): Readonly<Record<string, string>> {
  if (!isSettings(body)) throw new Refusal('tenant.invalid', 'Settings must be texts by variable.')
  return body as Record<string, string>
}

export const moveIn = (body: unknown): string => membersIn(body, MOVE)['to'] as string

export function abandonIn(query: URLSearchParams): boolean {
  const text = query.get('abandon') ?? 'false'
  if (text !== 'true' && text !== 'false')
    throw new Refusal('tenant.invalid', 'abandon must be true or false.')
  return text === 'true'
}

export function graceDaysIn(query: URLSearchParams): number {
  const text = query.get('grace_days') ?? GRACE_DAYS
  if (!/^\d{1,4}$/.test(text))
    throw new Refusal('tenant.invalid', 'grace_days must be a whole number of days, at most 9999.')
  return Number(text)
}
