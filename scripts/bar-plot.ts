/** Draws stacked bars as an SVG, each with its sum and, if there is one, a mark at its goal. */

export interface BarPlot {
  readonly unit: string
  /** Names of the parts of the bars, in their order; a part without a name is not in the legend. */
  readonly parts: readonly string[]
  readonly bars: readonly {
    readonly name: string
    readonly values: readonly number[]
    readonly goal: number | undefined
  }[]
}

const COLOURS = ['#1b6ca8', '#7fb2d6', '#27834f', '#b9770e', '#8e44ad', '#5d6d7e', '#34495e']
const [WIDTH, LEFT, RIGHT, TOP, STEP, BAR] = [900, 240, 110, 40, 34, 20]
const GOAL_COLOUR = '#c0392b'
/** Width of a letter of the legend. */
const LETTER = 6.5

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)
const shown = (value: number) => Number(value.toPrecision(3)).toLocaleString('en')

export function barPlot({ unit, parts, bars }: BarPlot): string {
  const height = TOP + bars.length * STEP + 36
  const most = Math.max(...bars.flatMap(({ values, goal }) => [sumOf(values), goal ?? 0]))
  const scale = (value: number) => (value / most) * (WIDTH - LEFT - RIGHT)
  let next = LEFT
  const legend = parts.map((name, at) => {
    const x = next
    next += 40 + name.length * LETTER
    return `<rect x="${x}" y="12" width="12" height="12" fill="${COLOURS[at % COLOURS.length]}"/><text x="${x + 17}" y="22">${name}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${legend.join('\n')}
${bars.map((bar, at) => drawBar(bar, TOP + at * STEP, scale)).join('\n')}
<text x="${LEFT}" y="${height - 12}">${unit}; the red line is the goal</text>
</svg>
`
}

function drawBar(
  { name, values, goal }: BarPlot['bars'][number],
  y: number,
  scale: (value: number) => number,
): string {
  let x = LEFT
  const rects = values.map((value, at) => {
    const width = scale(value)
    const rect = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${COLOURS[at % COLOURS.length]}"/>`
    x += width
    return width > 0 ? rect : ''
  })
  const end = Math.max(x, goal === undefined ? 0 : LEFT + scale(goal))
  const mark = goal === undefined ? '' : drawGoal(LEFT + scale(goal), y)
  return `<text x="${LEFT - 10}" y="${y + 14}" text-anchor="end">${name}</text>${rects.join('')}${mark}<text x="${(end + 8).toFixed(1)}" y="${y + 14}">${shown(sumOf(values))}${goal === undefined ? '' : ` (${shown(goal)})`}</text>`
}

const drawGoal = (x: number, y: number): string =>
  `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${y - 4}" y2="${y + BAR + 4}" stroke="${GOAL_COLOUR}" stroke-width="2"/>`
