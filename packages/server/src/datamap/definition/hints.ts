/** What a path that the template does not have most likely meant. */
import { nearest, type Path, parsePath, printStep, printSteps, type Step } from '@cairn/openehr/path'
import { follow, isStrayed, type Strayed } from './follow.ts'
import { membersOf } from './members.ts'
import { attributeNames, isStructure, type Place } from './place.ts'

/** So many paths of a template are compared with one that is wrong; the largest public templates have fewer. */
const MOST_PATHS = 2000

/** Beyond so many faults the definition is for another template, and comparing costs more than it helps. */
const MOST_COMPARED = 100

/** Finds suggestions for the faulty paths of one definition. */
export type Hints = (start: readonly Place[], path: Path, strayed: Strayed) => string | undefined

export function openHints(): Hints {
  const known = new Map<readonly Place[], readonly string[]>()
  let compared = 0
  return (start, path, strayed) => {
    const mended = mendStep(start, path.steps, strayed)
    if (mended !== undefined || compared >= MOST_COMPARED) return mended
    compared += 1
    const paths = known.get(start) ?? [...valuePaths(start, MOST_PATHS)]
    known.set(start, paths)
    return sameEnd(path.steps, paths) ?? nearest(`/${printSteps(path.steps)}`, paths)
  }
}

/** The step that is wrong, replaced by the one beside it that is spelt most alike, if the rest then holds. */
function mendStep(
  start: readonly Place[],
  steps: readonly Step[],
  { good, places }: Strayed,
): string | undefined {
  const wrong = steps[good]
  if (wrong === undefined) return undefined
  const beside = new Set(
    places.flatMap(place => [...membersOf(place).map(({ step }) => step), ...attributeNames(place)]),
  )
  const [before, after] = [steps.slice(0, good), steps.slice(good + 1)]
  for (let left = 3; left > 0 && beside.size > 0; left -= 1) {
    const found = nearest(printStep(wrong), beside)
    if (found === undefined) return undefined
    beside.delete(found)
    const path = [...before, ...parsePath(found).steps, ...after]
    if (!isStrayed(follow(start, path))) return `/${printSteps(path)}`
  }
  return undefined
}

/** Levels that were left out: the one path that ends as this one does. */
function sameEnd(steps: readonly Step[], paths: readonly string[]): string | undefined {
  for (let count = steps.length; count > 0; count -= 1) {
    const end = steps.slice(-count)
    if (end.every(({ predicate }) => predicate === undefined)) return undefined
    const ending = `/${printSteps(end)}`
    const found = paths.filter(path => path.endsWith(ending) || path.endsWith(`${ending}/value`))
    if (found.length === 1) return found[0]
    if (found.length > 1) return nearest(`/${printSteps(steps)}`, found) ?? found[0]
  }
  return undefined
}

/** Paths of the values below, as far as the template constrains them. */
export function* valuePaths(places: readonly Place[], most: number): Generator<string> {
  let left = most
  function* below(place: Place, path: string): Generator<string> {
    for (const member of membersOf(place)) {
      if (left <= 0) return
      const here = `${path}/${member.step}`
      const [first] = member.places
      if (first === undefined) continue
      if (isStructure(first.rmType)) yield* below(first, here)
      else {
        left -= 1
        yield first.rmType === 'ELEMENT' ? `${here}/value` : here
      }
    }
  }
  for (const place of places) yield* below(place, '')
}
