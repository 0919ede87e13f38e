/** A question to a terminology, from whichever of its spellings: TERMINOLOGY(…), or a URI in `matches {…}`. */
import { Refusal } from '../refusal/index.ts'

/** The arguments of TERMINOLOGY(), or the parts of `terminology://service/operation?parameters`. */
export type Question = readonly [operation: string, service: string, parameters: string]

const OPERATIONS = ['expand', 'validate', 'lookup', 'map', 'subsumes'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Other names that they go by; FHIR's begin with a dollar sign. */
const ALIASES: Readonly<Record<string, Operation>> = { 'validate-code': 'validate', translate: 'map' }

export interface Asked {
  readonly operation: Operation
  /** `openehr`: the terminology that every openEHR system has; `fhir`: the terminology server's. */
  readonly service: 'openehr' | 'fhir'
  readonly parameters: URLSearchParams
}

export function read([operation, service, parameters]: Question): Asked {
  return {
    operation: operationIn(operation),
    service: serviceIn(`${service}/${operation}`),
    parameters: parametersIn(parameters),
  }
}

/** `expand`, `$expand`, `fhir/ValueSet/$expand`. */
function operationIn(text: string): Operation {
  const name = (text.split('/').at(-1) ?? '').replace(/^\$/, '').toLowerCase()
  const called = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name
  const found = OPERATIONS.find(each => each === called)
  if (found) return found
  throw new Refusal('aql.invalid', `A terminology can be asked to ${OPERATIONS.join(', ')}, not "${name}".`)
}

/** `openehr`; `hl7.org/fhir/4.0`, `hl7.org/fhir/r4`, `fhir`. */
function serviceIn(text: string): Asked['service'] {
  const name = text.toLowerCase()
  if (/^(?:\/\/)?(?:local\.)?openehr(?:\.org)?(?:\/|$)/.test(name)) return 'openehr'
  if (/(?:^|[/.])fhir(?:[/.]|$)/.test(name)) return 'fhir'
  throw new Refusal(
    'aql.invalid',
    `There is no terminology service "${text.split('/')[0]}": ask "openehr", or a FHIR server as "hl7.org/fhir/4.0".`,
  )
}

/** A query string; or one URI, which names what is asked about. */
export function parametersIn(text: string): URLSearchParams {
  if (/^(?:[a-z][\w+.-]*:\/\/|urn:)/i.test(text)) return new URLSearchParams({ url: text })
  return new URLSearchParams(protectedUrls(text))
}

/** People write `url=http://snomed.info/sct?fhir_vs=ecl/<<73211009` as it is; only `&name=` begins a parameter. */
const protectedUrls = (text: string): string =>
  text
    .replace(/^\?/, '')
    .split(/&(?=[\w-]+=)/)
    .map(pair => {
      const at = pair.indexOf('=')
      return at < 0 ? pair : `${pair.slice(0, at)}=${encodeURIComponent(decoded(pair.slice(at + 1)))}`
    })
    .join('&')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
