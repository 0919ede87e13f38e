/** Charts with one axis of time: the pointer is shown in all of them, and a drag chooses what all of them show. */
import type uPlot from 'uplot'

/** Seconds since 1970, as charts count. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** Charts of this name show the same time under the pointer. */
const GROUP = 'shared time'

/** A shorter drag is a click that was not quite still. */
const SHORTEST_DRAG = 8

const isPointer = (type: string): boolean => type === 'mousemove' || type === 'mouseleave'

export const SHARED_CURSOR: uPlot.Cursor = {
  y: false,
  points: { size: 8 },
  drag: { x: true, y: false, setScale: false, dist: SHORTEST_DRAG },
  // A drag belongs to its chart: the others follow by the time that it chooses.
  sync: { key: GROUP, setSeries: false, filters: { pub: isPointer, sub: isPointer } },
  // The kit would show all of its own chart only.
  bind: { dblclick: () => () => null },
}

export function chooseDragged(chart: uPlot, choose: (span: TimeSpan) => void): void {
  const { left, width } = chart.select
  if (width < SHORTEST_DRAG) return
  choose({ from: chart.posToVal(left, 'x'), to: chart.posToVal(left + width, 'x') })
  chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
}
