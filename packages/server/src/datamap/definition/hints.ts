/** Suggests the most similar valid path for one that the template does not have. */
import { nearest, type Path, parsePath, printStep, printSteps, type Step } from '@cairn-ehr/openehr/path'
import { followPath, isPathFault, type PathFault } from './follow-path.ts'
import { membersOf } from './members.ts'
import { attributeNames, isStructure, type TemplatePosition } from './template-position.ts'

/** Most paths of a template that are compared; the largest public templates have fewer. */
const MOST_PATHS = 2000

/** With more faults, the definition is probably for another template, and comparing is not worth its cost. */
const MOST_COMPARED = 100

/** Finds suggestions for the faulty paths of one definition. */
export type Hints = (start: readonly TemplatePosition[], path: Path, strayed: PathFault) => string | undefined

export function openHints(): Hints {
  const known = new Map<readonly TemplatePosition[], readonly string[]>()
  let compared = 0
  return (start, path, strayed) => {
    const mended = correctStep(start, path.steps, strayed)
    if (mended !== undefined || compared >= MOST_COMPARED) return mended
    compared += 1
    const paths = known.get(start) ?? [...valuePaths(start, MOST_PATHS)]
    known.set(start, paths)
    return sameEnd(path.steps, paths) ?? nearest(`/${printSteps(path.steps)}`, paths)
  }
}

/** Replaces the wrong step by the sibling with the most similar spelling, if the rest of the path is then valid. */
function correctStep(
  start: readonly TemplatePosition[],
  steps: readonly Step[],
  { good, places }: PathFault,
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
    if (!isPathFault(followPath(start, path))) return `/${printSteps(path)}`
  }
  return undefined
}

/** Finds the path with the same end, for a path that leaves out levels. */
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

/** Yields the paths of the values below that the template constrains. */
export function* valuePaths(places: readonly TemplatePosition[], most: number): Generator<string> {
  let left = most
  function* below(place: TemplatePosition, path: string): Generator<string> {
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
