/** Draws blood pressures over time. */
import { svg } from './dom.ts'
import type { Pressure } from './pressures.ts'

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 200, 36, 20]
const [LOWEST, HIGHEST] = [40, 220]

const yOf = (value: number): number =>
  (HEIGHT - BOTTOM) * (1 - (Math.min(HIGHEST, Math.max(LOWEST, value)) - LOWEST) / (HIGHEST - LOWEST))

export function chartOf(pressures: readonly Pressure[]): SVGElement {
  const times = pressures.map(({ time }) => Date.parse(time))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const xOf = (time: string): number =>
    LEFT + ((WIDTH - LEFT) * (Date.parse(time) - first)) / Math.max(1, last - first)
  const lineOf = (name: 'systolic' | 'diastolic') =>
    svg('polyline', {
      class: name,
      points: pressures.map(each => `${xOf(each.time).toFixed(1)},${yOf(each[name]).toFixed(1)}`).join(' '),
    })
  const axes = [80, 120, 160, 200].flatMap(value => [
    svg('line', {
      class: 'axis',
      x1: String(LEFT),
      x2: String(WIDTH),
      y1: `${yOf(value)}`,
      y2: `${yOf(value)}`,
    }),
    svg('text', { x: '0', y: `${yOf(value) + 4}` }, String(value)),
  ])
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return svg(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': 'Systolic and diastolic pressure over time',
    },
    ...axes,
    svg('text', { x: String(LEFT), y: String(HEIGHT - 4) }, day(first)),
    svg('text', { x: String(WIDTH), y: String(HEIGHT - 4), 'text-anchor': 'end' }, day(last)),
    lineOf('systolic'),
    lineOf('diastolic'),
  )
}
