/** The plan of a query, as the server explains it, in parts. */

export interface PlanPart {
  readonly title: string
  readonly text: string
}

export interface PlanStep {
  readonly text: string
  readonly depth: number
}

/** Each part begins with a line `-- title`. */
export function planParts(text: string): PlanPart[] {
  return text
    .split(/^-- /m)
    .filter(part => part.trim() !== '')
    .map(part => {
      const end = part.indexOf('\n')
      return {
        title: part.slice(0, end < 0 ? undefined : end).trim(),
        text: end < 0 ? '' : part.slice(end + 1).trim(),
      }
    })
}

/** Lines of the part `nodes`: two spaces for each step down. */
export const planSteps = (text: string): PlanStep[] =>
  text.split('\n').map(line => ({ text: line.trim(), depth: (/^ */.exec(line)?.[0].length ?? 0) / 2 }))
