/** The values of an example and of its resource that one mapping connects, as lines of both. */
import type { TriedContext } from '@cairn-ehr/client'
import { resolve } from '@cairn-ehr/openehr/path'
import type { RmObject } from '../../display/rm-object.ts'
import { type LineRange, type PrintedJson, pathOfFhir, printJson } from './printed-json.ts'

export interface Connection {
  readonly id: string
  readonly mapping: string
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly openehr: string
  readonly fhir: string
  /** A path to repetitions leads to several. */
  readonly openehrLines: readonly LineRange[]
  readonly fhirLines: readonly LineRange[]
}

export interface ConnectedResource {
  readonly name: string
  readonly printed: PrintedJson
  readonly connections: readonly Connection[]
}

type Trace = TriedContext['trace'][number]

function openehrLines(
  example: RmObject,
  printed: PrintedJson,
  path: string | undefined,
): readonly LineRange[] {
  if (path === undefined) return []
  return resolve(path, example as Parameters<typeof resolve>[1]).flatMap(
    ({ value }) => printed.objects.get(value) ?? [],
  )
}

function fhirLines(resource: unknown, printed: PrintedJson, fhir: string | undefined): readonly LineRange[] {
  const path = fhir === undefined ? undefined : pathOfFhir(resource, fhir)
  const range = path === undefined ? undefined : printed.ranges.get(path)
  return range ? [range] : []
}

/** Each resource of a context with its connections. Values of contained resources are in none. */
export function connectedResources(
  example: RmObject,
  printed: PrintedJson,
  { resources = [], trace }: TriedContext,
): readonly ConnectedResource[] {
  return resources.map((resource, at) => {
    const own = printJson(resource)
    const connectionOf = (each: Trace, index: number): Connection => ({
      id: String(index),
      mapping: each.mapping ?? '',
      file: each.file ?? '',
      line: each.line ?? 1,
      openehr: each.openehr ?? '',
      fhir: each.fhir ?? '',
      openehrLines: openehrLines(example, printed, each.openehr),
      fhirLines: fhirLines(resource, own, each.fhir),
    })
    return {
      name: String(resource['resourceType']),
      printed: own,
      connections: trace.filter(each => each.resource === at).map(connectionOf),
    }
  })
}

/** Lines of any of the ranges. */
export const linesIn = (ranges: readonly LineRange[]): ReadonlySet<number> =>
  new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)))
