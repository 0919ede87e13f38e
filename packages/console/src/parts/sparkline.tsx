/** A small line of values over time, without axes: the numbers beside it are what is read. */
import style from './sparkline.module.css'

interface SparkLine {
  readonly points: readonly { readonly time: number; readonly value: number }[]
}

interface Props {
  readonly lines: readonly SparkLine[]
  readonly label: string
  /** The normal range, where the record has one. */
  readonly range?: { readonly low?: number; readonly high?: number } | undefined
}

const [WIDTH, HEIGHT, EDGE] = [120, 32, 3]

interface Extent {
  readonly from: number
  readonly to: number
}

/** A single value has an extent too: it is drawn in the middle. */
function extentOf(numbers: readonly number[]): Extent {
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  return from === to ? { from: from - 1, to: to + 1 } : { from, to }
}

const placed = (value: number, { from, to }: Extent, length: number): number =>
  EDGE + ((value - from) / (to - from)) * (length - 2 * EDGE)

export function Sparkline({ lines, label, range }: Props) {
  const points = lines.flatMap(line => line.points)
  if (points.length < 2) return null
  const times = extentOf(points.map(({ time }) => time))
  const values = extentOf(points.map(({ value }) => value))
  const x = (time: number) => placed(time, times, WIDTH)
  const y = (value: number) => HEIGHT - placed(value, values, HEIGHT)
  const top = Math.max(0, y(Math.min(range?.high ?? values.to, values.to)))
  const bottom = Math.min(HEIGHT, y(Math.max(range?.low ?? values.from, values.from)))
  return (
    <svg className={style['spark']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {range ? (
        <rect className={style['range']} x={0} width={WIDTH} y={top} height={Math.max(0, bottom - top)} />
      ) : null}
      {lines.map(({ points: ofLine }) => {
        const last = ofLine.at(-1)
        const path = ofLine.map(({ time, value }) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
        return last ? (
          <g key={path}>
            <polyline points={path} />
            <circle cx={x(last.time)} cy={y(last.value)} r={2.2} />
          </g>
        ) : null
      })}
    </svg>
  )
}
