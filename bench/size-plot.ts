/** Time against size as an SVG: both axes logarithmic, a line a shape. */

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [900, 520, 60, 30, 320, 50]
const COLOURS = [
  '#1b6ca8',
  '#c0392b',
  '#27834f',
  '#8e44ad',
  '#b9770e',
  '#16808a',
  '#7f3f1f',
  '#5d6d7e',
  '#d35488',
  '#4a5a1f',
  '#2c3e50',
]

export type Series = ReadonlyMap<string, readonly (readonly [size: number, ms: number])[]>

export function plot(series: Series): string {
  const points = [...series.values()].flat()
  const x = scale(
    points.map(([size]) => size),
    LEFT,
    WIDTH - RIGHT,
  )
  const y = scale(
    points.map(([, ms]) => ms),
    HEIGHT - BOTTOM,
    TOP,
  )
  const sizes = [...new Set(points.map(([size]) => size))]
  const last = (line: readonly (readonly [number, number])[]) => line.at(-1)?.[1] ?? 0
  const ordered = [...series].sort(([, a], [, b]) => last(b) - last(a))
  const labels = spread(ordered.map(([, line]) => y(last(line))))
  const lines = ordered.map(([name, line], at) => {
    const colour = COLOURS[at % COLOURS.length]
    const path = line.map(([size, ms]) => `${x(size).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')
    const dots = line.map(
      ([size, ms]) => `<circle cx="${x(size).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="${colour}"/>`,
    )
    const label = `<text x="${WIDTH - RIGHT + 12}" y="${((labels[at] ?? 0) + 4).toFixed(1)}" fill="${colour}">${name}: ${Number(last(line).toPrecision(2))} ms</text>`
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>${dots.join('')}${label}`
  })
  const ticks = [0.1, 1, 10, 100, 1000].filter(ms => y(ms) >= TOP - 1 && y(ms) <= HEIGHT - BOTTOM + 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${ticks.map(ms => `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${(y(ms) + 4).toFixed(1)}" text-anchor="end">${ms}</text>`).join('\n')}
${sizes.map(size => `<line x1="${x(size).toFixed(1)}" x2="${x(size).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#ddd"/><text x="${x(size).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`).join('\n')}
<text x="${LEFT}" y="${TOP - 12}">ms</text>
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">compositions</text>
${lines.join('\n')}
</svg>
`
}

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  const pad = (most - least) * 0.05 || 1
  return value => from + ((Math.log(value) - least + pad) / (most - least + 2 * pad)) * (to - from)
}

/** Labels far enough apart to be read, from the top down. */
function spread(places: readonly number[]): readonly number[] {
  let before = Number.NEGATIVE_INFINITY
  return places.map(place => {
    before = Math.max(place, before + 16)
    return before
  })
}
