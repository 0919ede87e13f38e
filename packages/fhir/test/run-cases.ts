/** Runs the public cases and says for each what differs. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { toFhir, toOpenehr } from '../src/index.ts'
import { type Case, casesOf, compositionIn, kdsModules, type Module, resourceIn } from './cases.ts'
import { differences, NOW, plainFhir, plainRm, withTrailingEdge } from './compare.ts'
import { JUDGED, type ReasonName } from './judgements.ts'

export interface Outcome {
  readonly module: string
  readonly direction: 'toOpenEHR' | 'toFHIR'
  readonly name: string
  readonly differences: readonly string[]
  readonly judged: readonly ReasonName[]
}

/** Without a zone of their own, times of the cases are those of the machine that made them. */
const ZONE = { timeZone: 'Europe/Berlin' }

function toOpenehrDifferences({ mappings, template }: Module, { input, expected }: Case): readonly string[] {
  const { composition } = toOpenehr(mappings, template, resourceIn(input), { now: NOW, territory: 'DE' })
  return differences(plainRm(composition), plainRm(withTrailingEdge(compositionIn(expected, template))))
}

function toFhirDifferences({ mappings, template }: Module, { input, expected }: Case): readonly string[] {
  const { resources } = toFhir(mappings, withTrailingEdge(compositionIn(input, template)) as RmObject, ZONE)
  const { entry } = plainFhir(resourceIn(expected)) as { entry?: { resource: unknown }[] }
  return differences(
    resources.map(each => plainFhir(each)),
    (entry ?? []).map(({ resource }) => resource),
  )
}

export function outcomes(): readonly Outcome[] {
  return kdsModules().flatMap(module =>
    (['toOpenEHR', 'toFHIR'] as const).flatMap(direction => {
      const judgements = Object.entries(JUDGED[`${module.name} ${direction}`] ?? {})
      return casesOf(module, direction).map(each => {
        const judgement = judgements.find(
          ([ending]) => each.name === ending || each.name.endsWith(`-${ending}`),
        )
        const run = direction === 'toOpenEHR' ? toOpenehrDifferences : toFhirDifferences
        const judged = [judgement?.[1] ?? []].flat()
        return { module: module.name, direction, name: each.name, differences: run(module, each), judged }
      })
    }),
  )
}
