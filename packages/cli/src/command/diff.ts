/** Differences of two texts, line by line. */

export interface DiffLine {
  readonly kind: ' ' | '-' | '+'
  readonly text: string
}

/** The longest common lines stay; work and memory are bounded by what differs between common ends. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const shorter = Math.min(before.length, after.length) - head
  while (tail < shorter && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (lines: readonly string[]) => lines.map(text => ({ kind: ' ', text }) as const)
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

/** Cells of the table of common lines; beyond them, all is shown as replaced. */
const MOST_CELLS = 4_000_000

function middle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const [rows, columns] = [before.length, after.length]
  if ((rows + 1) * (columns + 1) > MOST_CELLS)
    return [
      ...before.map(text => ({ kind: '-', text }) as const),
      ...after.map(text => ({ kind: '+', text }) as const),
    ]
  const width = columns + 1
  const common = new Uint32Array((rows + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    if (row < rows && column < columns && before[row] === after[column]) {
      lines.push({ kind: ' ', text: before[row] ?? '' })
      row++
      column++
    } else if (row < rows && (column === columns || at(row + 1, column) >= at(row, column + 1)))
      lines.push({ kind: '-', text: before[row++] ?? '' })
    else lines.push({ kind: '+', text: after[column++] ?? '' })
  }
  return lines
}

/** Changed lines, each with some of those around it. */
export function hunks(lines: readonly DiffLine[], around = 2): readonly DiffLine[] {
  const isNear = lines.map(() => false)
  lines.forEach(({ kind }, index) => {
    if (kind !== ' ') isNear.fill(true, Math.max(0, index - around), index + around + 1)
  })
  return lines.filter((_, index) => isNear[index])
}
